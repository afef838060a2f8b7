import type { Summary } from "../api/types.ts";
import { asSentence } from "../components/messages/as-sentence.ts";
import { ButtonLink } from "../components/layout/link.tsx";
import { formatMoney } from "../components/values/money.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { Time } from "../components/values/time.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { homeTexts } from "../texts/home.ts";

const texts = homeTexts.attention;

/** What to look at, each with where to go. Nothing where all is well. */
export function Attention({ attention }: { attention: Summary["attention"] }) {
  const params = { environment: useEnvironment() };
  const { webhook, unmatched, slowPayouts, verification } = attention;
  if (Object.keys(attention).length === 0) return null;
  return (
    <section className="home-attention" aria-label={texts.title}>
      {webhook && (
        <Notice
          kind="warning"
          title={texts[webhook.status]}
          action={
            <ButtonLink size="small" to="/$environment/developers/webhooks" params={params}>
              {texts.endpoint}
            </ButtonLink>
          }
        >
          {texts.since} <Time at={webhook.since} isDate />.{" "}
          {texts.waiting(webhook.waiting, texts.most(webhook.waiting))}{" "}
          {webhook.reason ? asSentence(webhook.reason) : texts.failingText}
        </Notice>
      )}
      {unmatched && (
        <Notice
          kind="warning"
          title={texts.unmatched(unmatched.count, texts.most(unmatched.count))}
          action={
            <ButtonLink size="small" to="/$environment/unmatched-payments" params={params}>
              {texts.showUnmatched}
            </ButtonLink>
          }
        >
          {texts.unmatchedText(unmatched.amounts.map(formatMoney).join(", "))}
        </Notice>
      )}
      {slowPayouts && (
        <Notice
          title={texts.slow(slowPayouts.count, texts.most(slowPayouts.count))}
          action={
            <ButtonLink
              size="small"
              to="/$environment/payouts"
              params={params}
              search={{ status: "processing" }}
            >
              {texts.showSlow}
            </ButtonLink>
          }
        >
          {texts.slowText}
        </Notice>
      )}
      {verification && (
        <Notice
          title={texts.verification[verification][0]}
          action={
            <ButtonLink size="small" to="/$environment/settings/verification" params={params}>
              {texts.verify}
            </ButtonLink>
          }
        >
          {texts.verification[verification][1]}
        </Notice>
      )}
    </section>
  );
}
