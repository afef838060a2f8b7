/** @jsxImportSource preact */
import type { JSX } from "preact";
import { CloseButton } from "../elements/close-button.tsx";
import { Mark } from "../elements/mark.tsx";
import { Reference } from "../elements/reference.tsx";
import { Section, type SectionProps } from "../elements/section.tsx";
import { Amount, Untranslated } from "../elements/words.tsx";
import type { Session } from "../session/session.ts";

type Props = SectionProps & { session: Session };

/** The time to pay is over: what to do next, and what happens to money that arrived late or in part. */
export function ExpiredSection({ link: { merchantName }, session, page, actions }: Props): JSX.Element {
  const { amount, amountReceived, reference } = session;
  const hasReceived = amountReceived.value > 0;
  return (
    <Section
      kind="expired"
      mark={<Mark color="attention" icon="clock" />}
      heading="This account number has expired"
    >
      <p key={amountReceived.value}>
        {!hasReceived ? (
          "No transfer arrived within 30 minutes. Please don’t send money to this account number now."
        ) : amountReceived.value < amount.value ? (
          <>
            <strong>
              <Amount money={amountReceived} />
            </strong>{" "}
            of <Amount money={amount} /> has arrived. Don’t send more to this account: ask{" "}
            <Untranslated>{merchantName}</Untranslated> what to do next, with this reference.
          </>
        ) : (
          <>
            <strong>
              <Amount money={amountReceived} />
            </strong>{" "}
            has arrived, but too late or not exactly what was due. <Untranslated>{merchantName}</Untranslated>{" "}
            has to release it: show them this reference.
          </>
        )}
      </p>
      <div class="aside">
        {!hasReceived && (
          <div>
            <h3>Already sent the money?</h3>
            <p>
              It isn’t lost, so please don’t send it twice. The exact amount still counts if it arrives within
              a day. If <Untranslated>{merchantName}</Untranslated> doesn’t confirm your payment, show them
              your bank’s receipt and this reference:
            </p>
          </div>
        )}
        <p class="reference">
          <Reference text={reference} page={page} actions={actions} />
        </p>
      </div>
      {/* Another account would ask for the whole amount once more. */}
      {!hasReceived && (
        <div class="choice">
          <button type="button" class="primary" translate={false} onClick={actions.startAgain}>
            Get a new account number
          </button>
          <p class="hint centred">Only if you have not sent the money yet.</p>
        </div>
      )}
      <CloseButton actions={actions} />
    </Section>
  );
}
