/** @jsxImportSource preact */
import type { JSX } from "preact";
import { CloseButton } from "../elements/close-button.tsx";
import { Mark } from "../elements/mark.tsx";
import { Reference } from "../elements/reference.tsx";
import { Section, type SectionProps } from "../elements/section.tsx";
import { Amount, Untranslated } from "../elements/words.tsx";
import { excessOf, type Session } from "../session/session.ts";
import { readMerchantUrl } from "./merchant-url.ts";

type Props = SectionProps & { session: Session; isRedirecting: boolean };

/** The money has arrived: a receipt, and the way back to the merchant. */
export function SucceededSection({ link, session, isRedirecting, page, actions }: Props): JSX.Element {
  const { merchantName } = link;
  const merchantUrl = readMerchantUrl(session);
  const excess = excessOf(session);
  return (
    <Section kind="succeeded" mark={<Mark color="success" icon="tick" />} heading="Payment received">
      <p class="amount">
        <Amount money={session.amountReceived} />
      </p>
      <p>
        <Untranslated>{merchantName}</Untranslated> has your payment. Thank you.
      </p>
      {excess > 0 && (
        <p class="notice">
          <span>
            You sent <Amount money={{ ...session.amount, value: excess }} /> more than the{" "}
            <Amount money={session.amount} /> due. To get it back, show{" "}
            <Untranslated>{merchantName}</Untranslated> this reference.
          </span>
        </p>
      )}
      <dl class="receipt">
        <div>
          <dt>Reference</dt>
          <dd>
            <Reference text={session.reference} page={page} actions={actions} />
          </dd>
        </div>
        <div>
          <dt>Time</dt>
          <dd class="time" translate={false}>
            {formatTime(session.settledAt ?? session.now)}
          </dd>
        </div>
      </dl>
      {isRedirecting && (
        <p class="hint">
          Taking you back to <Untranslated>{merchantName}</Untranslated>…
        </p>
      )}
      {merchantUrl !== undefined && (
        <a class="primary" target="_top" href={merchantUrl} translate={false}>
          {`Continue to ${merchantName}`}
        </a>
      )}
      {/* Of two ways on, the merchant's page is the main one. */}
      <CloseButton
        actions={actions}
        label="Done"
        style={merchantUrl === undefined ? "primary" : "secondary"}
      />
      {session.isLinkOpen && !isRedirecting && (
        <button type="button" class="link" translate={false} onClick={actions.startAgain}>
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
