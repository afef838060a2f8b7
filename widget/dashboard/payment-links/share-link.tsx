import type { PaymentLink } from "../api/types.ts";
import { OutsideLink } from "../components/layout/link.tsx";
import { Section } from "../components/layout/section.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { Copyable } from "../components/values/copy-button.tsx";
import { DescriptionList } from "../components/values/description-list.tsx";
import { paymentLinkTexts } from "../texts/payment-links.ts";
import { verificationTexts } from "../texts/verification.ts";
import { useLiveGateway } from "../verification/live-needs-gateway.tsx";

const texts = paymentLinkTexts.page;

/** Whether money can arrive for a link: in live, once the platform is connected to a provider. */
export function useCanBePaid({ environment }: PaymentLink): boolean {
  const hasGateway = useLiveGateway();
  return environment === "test" || hasGateway;
}

/** A link's address and ways to send it; of one that cannot be paid yet, that it should not be sent. */
export function ShareLink({ link }: { link: PaymentLink }) {
  const { environment, title, url } = link;
  if (!useCanBePaid(link))
    return (
      <Section title={texts.share}>
        <Notice kind="warning">{verificationTexts.noGateway.share}</Notice>
      </Section>
    );
  return (
    <Section title={texts.share}>
      {environment === "test" && <Notice kind="warning">{texts.isTest}</Notice>}
      <DescriptionList entries={[[texts.address, <Copyable key="url" text={url} what={texts.address} />]]} />
      <p className="payment-links-share">
        <OutsideLink href={url}>{texts.open}</OutsideLink>
        <OutsideLink href={`https://wa.me/?text=${encodeURIComponent(texts.message(title, url))}`}>
          {texts.whatsApp}
        </OutsideLink>
      </p>
    </Section>
  );
}
