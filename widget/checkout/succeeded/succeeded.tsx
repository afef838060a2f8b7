/** @jsxImportSource preact */
import type { JSX } from "preact";
import { CloseButton } from "../elements/close-button.tsx";
import { Mark } from "../elements/mark.tsx";
import { Reference } from "../elements/reference.tsx";
import { Section, type SectionProps } from "../elements/section.tsx";
import { formatMoney } from "../money.ts";
import type { Session } from "../session/session.ts";
import { readMerchantUrl } from "./merchant-url.ts";

type Props = SectionProps & { session: Session; isRedirecting: boolean };

/** The money has arrived: a receipt, and where to go on. */
export function SucceededSection({ link, session, isRedirecting, page, actions }: Props): JSX.Element {
  const { merchantName } = link;
  const merchantUrl = readMerchantUrl(session);
  return (
    <Section kind="succeeded" mark={<Mark color="success" icon="tick" />} heading="Payment received">
      <p class="amount">{formatMoney(session.amountReceived)}</p>
      <p>{merchantName} has your payment. Thank you.</p>
      <dl class="receipt">
        <div>
          <dt>Reference</dt>
          <dd>
            <Reference text={session.reference} page={page} actions={actions} />
          </dd>
        </div>
        <div>
          <dt>Time</dt>
          <dd class="time">{formatTime(session.settledAt ?? session.now)}</dd>
        </div>
      </dl>
      {isRedirecting && <p class="hint">Taking you back to {merchantName}…</p>}
      {merchantUrl !== undefined && (
        <a class="primary" target="_top" href={merchantUrl}>
          Continue to {merchantName}
        </a>
      )}
      {/* Of two ways on, the merchant's page is the main one. */}
      <CloseButton
        actions={actions}
        label="Done"
        style={merchantUrl === undefined ? "primary" : "secondary"}
      />
      {session.isLinkOpen && !isRedirecting && (
        <button type="button" class="link" onClick={actions.startAgain}>
          Pay again
        </button>
      )}
      {merchantUrl === undefined && <p class="hint page-only">You can close this page now.</p>}
    </Section>
  );
}

/** In the time zone that Nigerian banks' receipts show. */
function formatTime(instant: string): string {
  return new Intl.DateTimeFormat("en-NG", {
    timeZone: "Africa/Lagos",
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
    hour12: true,
    timeZoneName: "short",
  }).format(new Date(instant));
}
