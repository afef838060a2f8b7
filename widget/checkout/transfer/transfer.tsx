/** @jsxImportSource preact */
import type { JSX } from "preact";
import { CopyButton } from "../elements/copy-button.tsx";
import { Icon } from "../elements/icon.tsx";
import { Section, type SectionProps } from "../elements/section.tsx";
import { Amount, Words } from "../elements/words.tsx";
import { formatMoney, plainAmount } from "../money.ts";
import type { TransferState } from "../state/checkout-state.ts";
import { BankAccount } from "./bank-account.tsx";
import { Countdown } from "./countdown.tsx";
import { TestTransfer } from "./test-transfer.tsx";

type Props = SectionProps & { state: TransferState };

/** Where to send how much money, the time left, and whether it has arrived. */
export function TransferSection({ link, page, state, actions }: Props): JSX.Element {
  const { session, isConnected, secondsLeft, play } = state;
  const { amount, amountReceived, amountDue } = session;
  const isUnderpaid = session.status === "underpaid";
  return (
    <Section
      kind="transfer"
      heading={
        <>
          <span class="label">
            <Words>{isUnderpaid ? "Still to transfer" : "Transfer exactly"}</Words>
          </span>{" "}
          <span class="amount">
            <data id="amount-due" value={plainAmount(amountDue)} translate={false}>
              {formatMoney(amountDue)}
            </data>
          </span>
        </>
      }
      beside={
        <CopyButton
          source="amount-due"
          text={plainAmount(amountDue)}
          what="amount"
          page={page}
          actions={actions}
        />
      }
    >
      {isUnderpaid && (
        <p class="notice">
          <span>
            <strong>
              <Amount money={amountReceived} />
            </strong>{" "}
            of <Amount money={amount} /> has arrived. Send the rest to the same account.
          </span>
        </p>
      )}
      <BankAccount account={session.bankAccount} page={page} actions={actions} />
      <div class="progress">
        <p class={isConnected ? "waiting" : "waiting stalled"}>
          <span class="pulse" aria-hidden="true" />{" "}
          <Words>{isUnderpaid ? "Waiting for the rest" : "Waiting for your transfer"}</Words>
        </p>
        <Countdown secondsLeft={secondsLeft} />
      </div>
      {secondsLeft === 0 && (
        <p class="notice">
          Time is up, so please don’t send money to this account number now. We are checking whether your
          transfer has arrived.
        </p>
      )}
      {!isConnected && <Disconnected actions={actions} />}
      {link.environment === "test" && <TestTransfer play={play} actions={actions} />}
      {secondsLeft !== 0 && (
        <p class="hint">
          Send exactly this amount in one transfer from your bank’s app or USSD code. This page tells you when
          it has arrived: most do within a minute.
        </p>
      )}
      {/* Other details make another session, where money that came to this one would not count. */}
      {!isUnderpaid && <ChangeDetails link={link} actions={actions} />}
    </Section>
  );
}

function Disconnected({ actions }: Pick<SectionProps, "actions">): JSX.Element {
  return (
    <div class="notice disconnected">
      <Icon name="offline" />
      <div>
        <p>
          <strong>No connection to the checkout.</strong> If you have sent the transfer, it is safe: this page
          looks for it as soon as it can.
        </p>
        <button type="button" class="link" translate={false} onClick={actions.check}>
          Check now
        </button>
      </div>
    </div>
  );
}

function ChangeDetails({ link, actions }: Pick<SectionProps, "link" | "actions">): JSX.Element | null {
  const details = [link.amountType === "open" && "amount", !link.isEmailKnown && "email"].filter(Boolean);
  if (details.length === 0) return null;
  return (
    <div class="choice">
      <button type="button" class="link centred" translate={false} onClick={actions.startOver}>
        {`Change ${details.join(" or ")}`}
      </button>
      <p class="hint centred">Only if you have not sent the money yet.</p>
    </div>
  );
}
