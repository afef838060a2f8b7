import type { PaymentLink } from "../api/types.ts";
import { OutsideLink } from "../components/layout/link.tsx";
import { Section } from "../components/layout/section.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { Facts } from "../components/values/facts.tsx";
import { useLiveGateway } from "../verification/live-needs-gateway.tsx";

/** Whether a link can be paid: in live mode, once the platform is connected to a provider. */
export function useCanBePaid({ environment }: PaymentLink): boolean {
  const hasGateway = useLiveGateway();
  return environment === "test" || hasGateway;
}

/** A link's address and ways to share it, or why not to share it yet. */
export function ShareLink({ link }: { link: PaymentLink }) {
  const { environment, title, url } = link;
  if (!useCanBePaid(link))
    return (
      <Section title="Share">
        <Notice kind="warning">
          This link can’t be paid yet, so don’t share it. Its address appears here once live payments are
          available.
        </Notice>
      </Section>
    );
  return (
    <Section title="Share">
      {environment === "test" && (
        <Notice kind="warning">This is a test link. Switch to live mode to create one for customers.</Notice>
      )}
      <Facts facts={[["Link", url, "copy"]]} />
      <p className="payment-links-share wrap">
        <OutsideLink href={url}>Open page</OutsideLink>
        <OutsideLink href={`https://wa.me/?text=${encodeURIComponent(`${title}: ${url}`)}`}>
          Share on WhatsApp
        </OutsideLink>
      </p>
    </Section>
  );
}
