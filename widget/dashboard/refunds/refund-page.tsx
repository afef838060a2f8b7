import { useState } from "react";
import { post } from "../api/change.ts";
import { useMay } from "../api/permissions.ts";
import type { Refund } from "../api/types.ts";
import { AwaitingApproval } from "../approvals/awaiting-approval.tsx";
import { Button } from "../components/forms/button.tsx";
import { itemScreen } from "../components/layout/item-screen.tsx";
import { ButtonLink, Link } from "../components/layout/link.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { State } from "../components/values/badge.tsx";
import { Facts } from "../components/values/facts.tsx";
import { formatMoney, Money } from "../components/values/money.tsx";
import { Code } from "../components/values/text.tsx";
import { Timeline } from "../components/values/timeline.tsx";
import { EventsOf } from "../events/events-of.tsx";
import { SubjectLink } from "../events/subject-link.tsx";
import { Journals } from "../ledger/journals.tsx";
import { CancelButton } from "../payouts/cancel-button.tsx";
import { chargeFacts } from "../payouts/payout-quote.ts";
import { isUnsent, timelineOf, whereBack } from "../payouts/timeline-of.ts";
import { refundReasons } from "./refund-reasons.ts";
import { refundStates } from "./refund-states.ts";
import { refundQuery } from "./refunds-queries.ts";
import { SetDestination } from "./set-destination.tsx";

export const RefundPage = itemScreen({
  name: "Refund",
  list: ["/$environment/refunds", "Refunds"],
  query: refundQuery,
  useParts(refund) {
    const { reference, collection, amount, destination, status } = refund;
    return {
      title: `Refund ${formatMoney(amount)}`,
      heading: <Money {...amount} />,
      badge: <State of={refundStates[status]} />,
      text: destination && `To ${destination.accountName}, ${destination.bankName}`,
      actions: <RefundActions refund={refund} />,
      next: (
        <>
          <AwaitingApproval payment={refund} />
          <NextStep refund={refund} />
        </>
      ),
      main: (
        <>
          <Timeline entries={timelineOf(refund, "Refund created")} />
          {destination && (
            <Facts
              title="Destination"
              facts={[
                ["Account name", destination.accountName],
                ["Account number", destination.accountNumber, "copy"],
                ["Bank", `${destination.bankName} (${destination.bankCode})`],
              ]}
            />
          )}
          <Journals reference={reference} status={status} />
          <EventsOf subject={reference} />
        </>
      ),
      side: (
        <Facts
          title="Details"
          facts={[
            ["Reference", reference, "copy"],
            [
              "Collection",
              <Link to="/$environment/collections/$reference" params={{ reference: collection }}>
                <Code>{collection}</Code>
              </Link>,
            ],
            [
              "Unmatched payment",
              refund.unmatchedCredit && <SubjectLink reference={refund.unmatchedCredit} />,
            ],
            ["Reason", refundReasons[refund.reason]],
            ["Note", refund.note, "own"],
            ["Amount", amount],
            ...chargeFacts(refund),
            ["Created", refund.createdAt, "time"],
            ["Settled", refund.settledAt, "time"],
          ]}
        />
      ),
    };
  },
});

/** What the state means, and what to do next. */
function NextStep({ refund }: { refund: Refund }) {
  const { status, failure, cancelReason } = refund;
  if (failure)
    return (
      <Notice
        kind="error"
        title={isUnsent(refund) ? "We didn’t send this refund" : "The bank rejected this refund"}
      >
        <p>
          {failure.message} <Code>{failure.code}</Code>
        </p>
        <p>The money is {whereBack(refund)}. Ask the customer for another account, then try again.</p>
      </Notice>
    );
  switch (status) {
    case "needs_destination":
      return (
        <Notice kind="warning" title="This refund needs an account">
          We don’t know the payer’s account, or its bank doesn’t confirm the payer’s name. Ask the customer
          for an account. After 90 days without one, the refund is canceled.
        </Notice>
      );
    case "awaiting_approval":
      return null;
    case "pending":
      return (
        <Notice title="Not sent yet">It will be sent in a few seconds. You can cancel it until then.</Notice>
      );
    case "processing":
      return (
        <Notice title="The bank is processing it">
          Most banks respond within seconds, some take up to a day. Don’t send the money another way, or the
          customer may be paid twice.
        </Notice>
      );
    case "reversed":
      return (
        <Notice kind="warning" title="The bank returned the money">
          The money is {whereBack(refund)}. Ask the customer for another account, then try again.
        </Notice>
      );
    case "canceled":
      return (
        <Notice title="This refund was canceled">
          {cancelReason === "rejected" && "It was rejected. "}
          {cancelReason === "expired" && "It wasn’t approved within 72 hours. "}
          Nothing was sent. The money is {whereBack(refund)}.
        </Notice>
      );
    default:
      return (
        <Notice kind="success" title="Refunded">
          The money is with the customer’s bank. If they can’t see it, give them the reference.
        </Notice>
      );
  }
}

/** Set the account it needs; cancel while possible; refund again after the money came back. */
function RefundActions({ refund }: { refund: Refund }) {
  const { environment, reference, collection, unmatchedCredit, status } = refund;
  const mayPay = useMay("pay");
  const [isSetting, setSetting] = useState(false);
  if (!mayPay) return null;
  if (status === "failed" || status === "reversed" || status === "canceled")
    return unmatchedCredit ? (
      <ButtonLink to="/$environment/unmatched-payments" search={{ reference: unmatchedCredit }}>
        View payment
      </ButtonLink>
    ) : (
      <ButtonLink to="/$environment/collections/$reference" params={{ reference: collection }}>
        View collection
      </ButtonLink>
    );
  return (
    <>
      <CancelButton
        what="refund"
        isPossible={["needs_destination", "awaiting_approval", "pending"].includes(status)}
        send={() => post("/{environment}/refunds/{reference}/cancel", { environment, reference })}
      >
        This refund hasn’t been sent yet. Once it’s canceled, the money is {whereBack(refund)}.
      </CancelButton>
      {status === "needs_destination" && (
        <Button kind="primary" onPress={() => setSetting(true)}>
          Set account
        </Button>
      )}
      {isSetting && <SetDestination refund={refund} onClose={() => setSetting(false)} />}
    </>
  );
}
