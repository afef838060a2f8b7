import type { PayoutBatch } from "../api/types.ts";
import { Filters, ReferenceFilter, SelectFilter } from "../components/lists/filters.tsx";
import type { Column } from "../components/lists/list.tsx";
import { ListScreen } from "../components/lists/list-screen.tsx";
import { PeriodFilter } from "../components/lists/period-filter.tsx";
import { optionsOf, State } from "../components/values/badge.tsx";
import { Money } from "../components/values/money.tsx";
import { Code, Own } from "../components/values/text.tsx";
import { Time } from "../components/values/time.tsx";
import { CreateButton } from "../verification/create-button.tsx";
import { LiveNeedsApproval } from "../verification/live-needs-approval.tsx";
import { batchStates, countOf } from "./batch-states.ts";
import { batchesQuery } from "./batches-queries.ts";

const statuses = optionsOf(batchStates);

export function BatchesList() {
  return (
    <ListScreen
      title="Bulk payouts"
      actions={
        <CreateButton may="pay" icon="plus" to="/$environment/payout-batches/new">
          New batch
        </CreateButton>
      }
      notice={<LiveNeedsApproval what="Payouts" />}
      filters={
        <Filters>
          <SelectFilter name="status" label="Status" options={statuses} />
          <PeriodFilter />
          <ReferenceFilter prefix="bat" />
        </Filters>
      }
      query={batchesQuery}
      columns={columns}
      to="/$environment/payout-batches/$reference"
      icon="batches"
      things="batches"
      emptyText="Upload a file to pay up to 10,000 bank accounts at once."
    />
  );
}

const columns: Column<PayoutBatch>[] = [
  {
    heading: "Name",
    isMain: true,
    isWide: true,
    cell: ({ name, reference }) => <Own>{name ?? reference}</Own>,
  },
  { heading: "Status", cell: ({ status }) => <State of={batchStates[status]} /> },
  { heading: "Payouts", isNamed: true, cell: ({ items }) => countOf(items.total, "row") },
  {
    heading: "Total",
    align: "end",
    isExtra: true,
    // Lists don't add up what isn't started.
    cell: ({ total, startedAt }) => startedAt !== undefined && <Money {...total} />,
  },
  { heading: "Reference", isExtra: true, cell: ({ reference }) => <Code isSoft>{reference}</Code> },
  { heading: "Created", cell: ({ createdAt }) => <Time at={createdAt} /> },
];
