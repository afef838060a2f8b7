import type { Payout } from "../api/types.ts";
import { Filters, ReferenceFilter, SelectFilter } from "../components/lists/filters.tsx";
import type { Column } from "../components/lists/list.tsx";
import { ListScreen } from "../components/lists/list-screen.tsx";
import { PeriodFilter } from "../components/lists/period-filter.tsx";
import { optionsOf } from "../components/values/badge.tsx";
import { Money } from "../components/values/money.tsx";
import { Code, Soft } from "../components/values/text.tsx";
import { Time } from "../components/values/time.tsx";
import { CreateButton } from "../verification/create-button.tsx";
import { LiveNeedsApproval } from "../verification/live-needs-approval.tsx";
import { PayoutStatus, payoutStates } from "./payout-status.tsx";
import { payoutsQuery } from "./payouts-queries.ts";

const statuses = optionsOf(payoutStates);

export function PayoutsList() {
  return (
    <ListScreen
      title="Payouts"
      actions={
        <CreateButton may="pay" icon="plus" to="/$environment/payouts/new">
          New payout
        </CreateButton>
      }
      notice={<LiveNeedsApproval what="Payouts" />}
      filters={
        <Filters>
          <SelectFilter name="status" label="Status" options={statuses} />
          <PeriodFilter />
          <ReferenceFilter prefix="pyt" />
        </Filters>
      }
      query={payoutsQuery}
      columns={columns}
      to="/$environment/payouts/$reference"
      icon="payouts"
      emptyText="Send money from your balance to a bank account."
    />
  );
}

const columns: Column<Payout>[] = [
  { heading: "Amount", align: "end", isMain: true, cell: ({ amount }) => <Money {...amount} /> },
  { heading: "Status", cell: ({ status }) => <PayoutStatus status={status} /> },
  {
    heading: "To",
    isWide: true,
    cell: ({ destination: { accountName, bankName, accountNumber } }) => (
      <>
        {accountName}{" "}
        <Soft>
          {bankName} ····{accountNumber.slice(-4)}
        </Soft>
      </>
    ),
  },
  { heading: "Reference", isExtra: true, cell: ({ reference }) => <Code isSoft>{reference}</Code> },
  { heading: "Created", cell: ({ createdAt }) => <Time at={createdAt} /> },
];
