import { useMay } from "../api/permissions.ts";
import { post } from "../api/change.ts";
import type { Payout } from "../api/types.ts";
import { AwaitingApproval } from "../approvals/awaiting-approval.tsx";
import { itemScreen } from "../components/layout/item-screen.tsx";
import { ButtonLink } from "../components/layout/link.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { Facts } from "../components/values/facts.tsx";
import { Metadata } from "../components/values/metadata.tsx";
import { formatMoney, Money } from "../components/values/money.tsx";
import { Code } from "../components/values/text.tsx";
import { Timeline } from "../components/values/timeline.tsx";
import { State } from "../components/values/badge.tsx";
import { EventsOf } from "../events/events-of.tsx";
import { Journals } from "../ledger/journals.tsx";
import { CancelButton } from "./cancel-button.tsx";
import { chargeFacts } from "./payout-quote.ts";
import { payoutStates } from "./payout-states.ts";
import { payoutQuery } from "./payouts-queries.ts";
import { purposeNames } from "./purposes.ts";
import { OtherPayouts, SavedAccount } from "./related.tsx";
import { isUnsent, timelineOf } from "./timeline-of.ts";

export const PayoutPage = itemScreen({
  name: "Payout",
  list: ["/$environment/payouts", "Payouts"],
  query: payoutQuery,
  useParts(payout) {
    const { reference, amount, destination, status } = payout;
    const { accountName, accountNumber, bankName, bankCode } = destination;
    return {
      title: `Payout ${formatMoney(amount)}`,
      heading: <Money {...amount} />,
      badge: <State of={payoutStates[status]} />,
      text: `To ${accountName}, ${bankName}`,
      actions: <Actions payout={payout} />,
      next: (
        <>
          <AwaitingApproval payment={payout} />
          <NextStep payout={payout} />
        </>
      ),
      main: (
        <>
          <Timeline entries={timelineOf(payout, "Payout created")} />
          <Facts
            title="Destination"
            facts={[
              ["Account name", accountName],
              ["Account number", accountNumber, "copy"],
              ["Bank", `${bankName} (${bankCode})`],
              ["Purpose", purposeNames[payout.purpose]],
              ["Narration", payout.narration],
            ]}
          />
          <OtherPayouts payout={payout} />
          <Journals reference={reference} status={status} />
          <EventsOf subject={reference} />
          <Metadata of={payout} />
        </>
      ),
      side: (
        <>
          <Facts
            title="Details"
            facts={[
              ["Reference", reference, "copy"],
              ["Your reference", payout.merchantReference, "copy"],
              ["Amount", amount],
              ...chargeFacts(payout),
              ["Created", payout.createdAt, "time"],
              ["Settled", payout.settledAt, "time"],
            ]}
          />
          <SavedAccount payout={payout} />
        </>
      ),
    };
  },
});

/** What the state means, and what to do next. */
function NextStep({ payout }: { payout: Payout }) {
  const { status, failure, cancelReason } = payout;
  if (failure)
    return (
      <Notice
        kind="error"
        title={isUnsent(payout) ? "We didn’t send this payout" : "The bank rejected this payout"}
      >
        <p>
          {failure.message} <Code>{failure.code}</Code>
        </p>
        <p>
          {failure.code === "DESTINATION_REJECTED"
            ? "Check the account number with the recipient, then create a new payout."
            : "The amount and fee are back in your balance. Fix the cause, or contact support, then create a new payout."}
        </p>
      </Notice>
    );
  switch (status) {
    case "awaiting_approval":
      return null;
    case "pending":
      return (
        <Notice title="Not sent yet">It will be sent in a few seconds. You can cancel it until then.</Notice>
      );
    case "processing":
      return (
        <Notice title="The bank is processing it">
          Most banks respond within seconds, some take up to a day. Don’t resend it, or the recipient may be
          paid twice.
        </Notice>
      );
    case "reversed":
      return (
        <Notice kind="warning" title="The bank returned the money">
          The amount is back in your balance; the fee isn’t refunded. Ask the recipient whether the account
          can receive transfers, or pay another account.
        </Notice>
      );
    case "canceled":
      return (
        <Notice title="This payout was canceled">
          {cancelReason === "rejected" && "It was rejected. "}
          {cancelReason === "expired" && "It wasn’t approved within 72 hours. "}
          Nothing was sent. The amount and fee are back in your balance.
        </Notice>
      );
    default:
      return (
        <Notice kind="success" title="Paid">
          The money is with the recipient’s bank. If they can’t see it, give them the reference.
        </Notice>
      );
  }
}

/** Cancel while possible; retry after it came back. */
function Actions({ payout: { environment, reference, amount, status } }: { payout: Payout }) {
  const mayPay = useMay("pay");
  if (!mayPay) return null;
  if (status === "failed" || status === "reversed" || status === "canceled")
    return (
      <ButtonLink to="/$environment/payouts/new" search={{ again: reference } as never}>
        New payout
      </ButtonLink>
    );
  return (
    <CancelButton
      what="payout"
      isPossible={status === "pending" || status === "awaiting_approval"}
      send={() => post("/{environment}/payouts/{reference}/cancel", { environment, reference })}
    >
      This payout hasn’t been sent yet. {formatMoney(amount)} and the fee go back to your balance. You can’t
      send a canceled payout again.
    </CancelButton>
  );
}
