import type { Summary } from "../api/types.ts";
import { ActionLink } from "../components/layout/link.tsx";
import { asSentence } from "../components/messages/as-sentence.ts";
import { Notice } from "../components/messages/notice.tsx";
import { formatMoney } from "../components/values/money.tsx";
import { Time } from "../components/values/time.tsx";
import { countOf, MOST } from "./count-of.ts";

const verifications = {
  draft: ["Verify your business to go live", "Until then, everything works in test mode."],
  submitted: [
    "Your verification is in review",
    "We’ll email you. Until then, everything works in test mode.",
  ],
  rejected: ["Your verification wasn’t approved", "See what’s missing, and submit it again."],
} as const;

/** What needs attention, each with a link. Empty if all is well. */
export function Attention({ attention }: { attention: Summary["attention"] }) {
  const { webhook, unmatched, needsDestination, slowPayouts, approvals, verification } = attention;
  if (Object.keys(attention).length === 0) return null;
  return (
    <section className="home-attention" aria-label="Needs attention">
      {webhook && (
        <Notice
          kind="warning"
          title={`Your webhook endpoint is ${webhook.status}`}
          action={<ActionLink to="/$environment/developers/webhooks">Go to webhooks</ActionLink>}
        >
          Since <Time at={webhook.since} isDate />. {countOf(webhook.waiting, "event is", "events are", MOST)}{" "}
          waiting.{" "}
          {webhook.reason
            ? asSentence(webhook.reason)
            : "We disable it after five days without a successful delivery."}
        </Notice>
      )}
      {unmatched && (
        <Notice
          kind="warning"
          title={`${countOf(unmatched.count, "payment is", "payments are", MOST)} unmatched`}
          action={
            <ActionLink to="/$environment/unmatched-payments" search={{ status: "waiting" }}>
              View payments
            </ActionLink>
          }
        >
          You’ve received {unmatched.amounts.map(formatMoney).join(", ")} that doesn’t match an open
          collection.
        </Notice>
      )}
      {needsDestination && (
        <Notice
          kind="warning"
          title={`${countOf(needsDestination.count, "refund needs", "refunds need", MOST)} an account`}
          action={
            <ActionLink to="/$environment/refunds" search={{ status: "needs_destination" }}>
              View refunds
            </ActionLink>
          }
        >
          We don’t know where to send the money. Set an account, or cancel the refund.
        </Notice>
      )}
      {approvals && (
        <Notice
          kind="warning"
          title={`${countOf(approvals.count, "payment is", "payments are", MOST)} waiting for approval`}
          action={<ActionLink to="/$environment/approvals">View approvals</ActionLink>}
        >
          What isn’t approved within 72 hours is canceled.
        </Notice>
      )}
      {slowPayouts && (
        <Notice
          title={`${countOf(slowPayouts.count, "payout has", "payouts have", MOST)} been processing for over an hour`}
          action={
            <ActionLink to="/$environment/payouts" search={{ status: "processing" }}>
              View payouts
            </ActionLink>
          }
        >
          The bank is taking longer than usual. No action needed. Don’t resend it, or the recipient may be
          paid twice.
        </Notice>
      )}
      {verification && (
        <Notice
          title={verifications[verification][0]}
          action={<ActionLink to="/$environment/settings/verification">Go to verification</ActionLink>}
        >
          {verifications[verification][1]}
        </Notice>
      )}
    </section>
  );
}
