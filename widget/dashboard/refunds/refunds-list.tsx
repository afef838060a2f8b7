import {
  Filters,
  ReferenceFilter,
  SelectFilter,
  TextFilter,
  wholeReference,
} from "../components/lists/filters.tsx";
import { ListScreen } from "../components/lists/list-screen.tsx";
import { PeriodFilter } from "../components/lists/period-filter.tsx";
import { optionsOf } from "../components/values/badge.tsx";
import { refundStates } from "./refund-states.ts";
import { refundsColumns } from "./refunds-columns.tsx";
import { refundsQuery } from "./refunds-queries.ts";

const statuses = optionsOf(refundStates);
const collection = wholeReference("col");

export function RefundsList() {
  return (
    <ListScreen
      title="Refunds"
      filters={
        <Filters>
          <SelectFilter name="status" label="Status" options={statuses} />
          <PeriodFilter />
          <ReferenceFilter prefix="rfd" />
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
      query={refundsQuery}
      columns={refundsColumns}
      to="/$environment/refunds/$reference"
      icon="refunds"
      emptyText="To refund a customer, open the collection they paid."
    />
  );
}
