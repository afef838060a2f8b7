import { Filters, OwnReferenceFilter, ReferenceFilter, SelectFilter } from "../components/lists/filters.tsx";
import { ListScreen } from "../components/lists/list-screen.tsx";
import { PeriodFilter } from "../components/lists/period-filter.tsx";
import { optionsOf } from "../components/values/badge.tsx";
import { CreateButton } from "../verification/create-button.tsx";
import { LiveNeedsApproval } from "../verification/live-needs-approval.tsx";
import { payoutStates } from "./payout-states.ts";
import { payoutsColumns } from "./payouts-columns.tsx";
import { payoutsQuery } from "./payouts-queries.ts";
import { namedPurposes } from "./purposes.ts";

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
          <SelectFilter name="purpose" label="Purpose" options={namedPurposes} />
          <PeriodFilter />
          <ReferenceFilter prefix="pyt" />
          <OwnReferenceFilter />
        </Filters>
      }
      query={payoutsQuery}
      columns={payoutsColumns}
      to="/$environment/payouts/$reference"
      icon="payouts"
      emptyText="Send money from your balance to a bank account."
    />
  );
}
