import { useState } from "react";
import { useMay } from "../api/permissions.ts";
import type { UnmatchedPayment } from "../api/types.ts";
import { Button } from "../components/forms/button.tsx";
import { ActionLink, Link } from "../components/layout/link.tsx";
import {
  Filters,
  ReferenceFilter,
  SelectFilter,
  TextFilter,
  wholeReference,
} from "../components/lists/filters.tsx";
import type { Column } from "../components/lists/list.tsx";
import { ListScreen } from "../components/lists/list-screen.tsx";
import { PeriodFilter } from "../components/lists/period-filter.tsx";
import { optionsOf, State, type States } from "../components/values/badge.tsx";
import { formatMoney, Money } from "../components/values/money.tsx";
import { Code, Own, Soft } from "../components/values/text.tsx";
import { Time } from "../components/values/time.tsx";
import { payoutStates } from "../payouts/payout-states.ts";
import { AcceptPayment } from "./accept-payment.tsx";
import { ReturnPayment } from "./return-payment.tsx";
import { nameOf } from "./payments.tsx";
import { unmatchedQuery } from "./collections-queries.ts";
import { unmatchedReasons } from "./unmatched-reasons.ts";

const states: States<UnmatchedPayment["status"]> = {
  waiting: ["Waiting", "amber"],
  accepted: ["Accepted", "green"],
  returning: ["Returning", "blue"],
  returned: ["Returned", "grey"],
};
const statuses = optionsOf(states);
const collection = wholeReference("col");

/** The dialog that is open, and about which payment. */
type Open = { Dialog: typeof AcceptPayment; payment: UnmatchedPayment };

export function UnmatchedList() {
  const mayPay = useMay("pay");
  const [open, setOpen] = useState<Open>();
  return (
    <ListScreen
      title="Unmatched payments"
      text="Money you’ve received that doesn’t match an open collection. Accept it into your balance, or return it."
      parent={<Link to="/$environment/collections">Collections</Link>}
      filters={
        <Filters>
          <SelectFilter name="status" label="Status" options={statuses} />
          <PeriodFilter label="Received" />
          <ReferenceFilter prefix="crd" />
          <TextFilter
            name="collection"
            label="Collection"
            placeholder="col_…"
            pattern={collection}
            rule="Enter the full reference: col_ and 26 characters."
            isWhole
          />
        </Filters>
      }
      query={unmatchedQuery}
      columns={[...columns, actionsOf(mayPay, setOpen)]}
      keyOf={({ reference }) => reference}
      to="/$environment/collections/$reference"
      idOf={(payment) => payment.collection}
      icon="check"
      emptyTitle="No unmatched payments"
      emptyText="Every payment you’ve received belongs to a collection."
    >
      {open && <open.Dialog payment={open.payment} onClose={() => setOpen(undefined)} />}
    </ListScreen>
  );
}

const columns: Column<UnmatchedPayment>[] = [
  { heading: "Amount", align: "end", isMain: true, cell: ({ amount }) => <Money {...amount} /> },
  {
    heading: "Status",
    cell: ({ status, refund, awaitingApproval }) =>
      awaitingApproval ? (
        <State of={payoutStates.awaiting_approval} />
      ) : refund === undefined ? (
        <State of={states[status]} />
      ) : (
        <Link to="/$environment/refunds/$reference" params={{ reference: refund }}>
          <State of={states[status]} />
        </Link>
      ),
  },
  {
    heading: "Payer",
    isWide: true,
    cell: ({ payer, reason, failure }) => (
      <>
        <Own>{nameOf(payer)}</Own> <Soft>{failure ? "The return failed." : unmatchedReasons[reason]}</Soft>
      </>
    ),
  },
  { heading: "Reference", isExtra: true, cell: ({ reference }) => <Code isSoft>{reference}</Code> },
  { heading: "Received", cell: ({ createdAt }) => <Time at={createdAt} /> },
];

const actionsOf = (mayPay: boolean, setOpen: (open: Open) => void): Column<UnmatchedPayment> => ({
  heading: "Actions",
  isActions: true,
  cell: (payment) => {
    const button = (text: string, Dialog: Open["Dialog"]) => (
      <Button
        size="small"
        aria-label={`${text} ${formatMoney(payment.amount)}`}
        onPress={() => setOpen({ Dialog, payment })}
      >
        {text}
      </Button>
    );
    if (payment.awaitingApproval)
      return (
        <ActionLink to="/$environment/approvals" search={{ reference: payment.reference }}>
          View approval
        </ActionLink>
      );
    return (
      mayPay &&
      payment.status === "waiting" && (
        <span className="list-buttons">
          {payment.amount.currency === "NGN" && button("Return", ReturnPayment)}
          {button("Accept", AcceptPayment)}
        </span>
      )
    );
  },
});
