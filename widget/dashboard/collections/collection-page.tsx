import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useMay } from "../api/permissions.ts";
import type { Collection } from "../api/types.ts";
import { Button } from "../components/forms/button.tsx";
import { itemScreen } from "../components/layout/item-screen.tsx";
import { ActionLink, Link } from "../components/layout/link.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { Badge, State } from "../components/values/badge.tsx";
import { Facts } from "../components/values/facts.tsx";
import { Metadata } from "../components/values/metadata.tsx";
import { formatMoney, Money } from "../components/values/money.tsx";
import { Code } from "../components/values/text.tsx";
import { Timeline } from "../components/values/timeline.tsx";
import { EventsOf } from "../events/events-of.tsx";
import { Journals } from "../ledger/journals.tsx";
import { CreateRefund, leftOf } from "../refunds/create-refund.tsx";
import { RefundsOf } from "../refunds/refunds-of.tsx";
import { collectionStates } from "./collection-states.ts";
import { collectionQuery, paymentsQuery } from "./collections-queries.ts";
import { Payments } from "./payments.tsx";
import { timelineOf } from "./timeline-of.ts";
import { unmatchedReasons } from "./unmatched-reasons.ts";

export const CollectionPage = itemScreen({
  name: "Collection",
  list: ["/$environment/collections", "Collections"],
  query: collectionQuery,
  useParts(collection) {
    const { environment, reference, amount, amountReceived, status, late, customer, payer } = collection;
    const payments = useQuery(paymentsQuery(environment, reference));
    return {
      title: `Collection of ${formatMoney(amount)}`,
      heading: <Money {...amount} />,
      badge: (
        <>
          <State of={collectionStates[status]} />
          {late && <Badge colour="amber">Late</Badge>}
        </>
      ),
      actions: <RefundButton collection={collection} />,
      next: <NextStep collection={collection} />,
      main: (
        <>
          <Timeline entries={timelineOf(collection, payments.data ?? [], "Collection created")} />
          <Payments collection={reference} />
          {collection.refunds && <RefundsOf collection={collection} />}
          <Journals reference={reference} status={`${status} ${amountReceived.value}`} />
          <EventsOf subject={reference} />
          <Metadata of={collection} />
        </>
      ),
      side: (
        <>
          <Facts
            title="Details"
            facts={[
              ["Reference", reference, "copy"],
              ["Your reference", collection.merchantReference, "copy"],
              ["Expected", amount],
              ["Received", amountReceived],
              ["Refunded", collection.amountRefunded],
              ["Difference", amountReceived.value === 0 ? undefined : variances[collection.variance]],
              ["Fee", collection.fee],
              ["Unmatched payment", collection.unmatchedCredit, "copy"],
              ["Created", collection.createdAt, "time"],
              ["Settled", collection.settledAt, "time"],
            ]}
          />
          <PaymentMethod collection={collection} />
          {customer && (
            <Facts
              title="Customer"
              facts={[
                ["Name", customer.name, "own"],
                ["Email", customer.email],
              ]}
            />
          )}
          {payer && (
            <Facts
              title="Payer"
              text="As reported by the bank"
              facts={Object.entries(payer).map(([name, value]) => [
                payerFacts[name] ?? name,
                typeof value === "string" ? value : JSON.stringify(value),
                "own",
              ])}
            />
          )}
        </>
      ),
    };
  },
});

const variances: Record<Collection["variance"], string> = {
  exact: "None",
  under: "Underpaid",
  over: "Overpaid",
};

/** Names for what banks report most; the rest keeps the bank's own name. */
const payerFacts: Record<string, string> = {
  name: "Name",
  accountName: "Account name",
  accountNumber: "Account number",
  bankName: "Bank",
};

/** Shown while there is something left to refund. */
function RefundButton({ collection }: { collection: Collection }) {
  const mayPay = useMay("pay");
  const [isOpen, setOpen] = useState(false);
  const isRefundable =
    collection.status === "succeeded" && collection.currency === "NGN" && leftOf(collection).value > 0;
  if (!mayPay || !isRefundable) return null;
  return (
    <>
      <Button onPress={() => setOpen(true)}>Refund</Button>
      {isOpen && <CreateRefund collection={collection} onClose={() => setOpen(false)} />}
    </>
  );
}

/** What the state means, and what to do next. */
function NextStep({ collection }: { collection: Collection }) {
  const { status, amount, amountReceived, virtualAccount, slug, unmatched } = collection;
  const mayCollect = useMay("collect");
  const missing = formatMoney({ ...amount, value: amount.value - amountReceived.value });
  const waysToPay = slug ? (
    <ActionLink to="/$environment/payment-links/$slug" params={{ slug }}>
      View link
    </ActionLink>
  ) : (
    virtualAccount && (
      <ActionLink to="/$environment/virtual-accounts/$reference" params={{ reference: virtualAccount }}>
        View account
      </ActionLink>
    )
  );
  const newLink = mayCollect && (
    <ActionLink to="/$environment/payment-links/new">Create a payment link</ActionLink>
  );
  return (
    <>
      {unmatched && (
        <Notice
          kind="warning"
          title={`${formatMoney(unmatched.amount)} received that doesn’t match this collection`}
          action={
            <ActionLink
              to="/$environment/unmatched-payments"
              search={{ status: "waiting", collection: collection.reference }}
            >
              Unmatched payments
            </ActionLink>
          }
        >
          {unmatchedReasons[unmatched.reason]}
        </Notice>
      )}
      {status === "awaiting_payment" && (
        <Notice title={`Awaiting ${missing}`} action={waysToPay}>
          {slug
            ? "A customer has started paying this link. This page updates automatically when the money arrives."
            : `Give the customer the ${virtualAccount ? "account number" : "address below"}. This page updates automatically when they pay.`}
        </Notice>
      )}
      {status === "confirming" && (
        <Notice title="Payment seen on chain">
          No action needed. We’ll credit your balance once the payment is final.
        </Notice>
      )}
      {status === "underpaid" && (
        <Notice kind="warning" title={`${missing} outstanding`} action={waysToPay}>
          Ask the customer to pay the rest the same way. We’ll keep the partial payment until then.
        </Notice>
      )}
      {status === "succeeded" && !unmatched && <Paid collection={collection} />}
      {status === "expired" && (
        <Notice title="Not paid in time" action={newLink}>
          A payment of the exact amount still counts within 24 hours of expiry. After that, request a new one.
        </Notice>
      )}
    </>
  );
}

function Paid({ collection }: { collection: Collection }) {
  const { amount, late } = collection;
  const left = leftOf(collection).value;
  const over = left - amount.value;
  if (left === 0) return <Notice title="Refunded in full">The refunds below show where the money is.</Notice>;
  if (over > 0)
    return (
      <Notice kind="warning" title={`Overpaid by ${formatMoney({ ...amount, value: over })}`}>
        The full amount is in your balance. Ask the customer whether to refund the extra.
      </Notice>
    );
  return (
    <Notice kind="success" title="Paid">
      {late
        ? "This payment arrived after expiry. The money is in your balance: fulfil the order, or agree on something else with the customer."
        : "Funds received. You can fulfil the order."}
    </Notice>
  );
}

type PaymentMethodProps = {
  collection: Collection;
};

function PaymentMethod({ collection: { virtualAccount, slug, chain, token, address } }: PaymentMethodProps) {
  // One made from an unmatched payment has none.
  if (!virtualAccount && !slug && !chain) return null;
  return (
    <Facts
      title="Payment method"
      facts={[
        [
          "Virtual account",
          virtualAccount && (
            <Link to="/$environment/virtual-accounts/$reference" params={{ reference: virtualAccount }}>
              <Code>{virtualAccount}</Code>
            </Link>
          ),
        ],
        [
          "Payment link",
          slug && (
            <Link to="/$environment/payment-links/$slug" params={{ slug }}>
              <Code>{slug}</Code>
            </Link>
          ),
        ],
        ["Chain", chain],
        ["Token", token],
        ["Address", address, "copy"],
      ]}
    />
  );
}
