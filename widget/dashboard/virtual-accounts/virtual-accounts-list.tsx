import { useState } from "react";
import type { VirtualAccount } from "../api/types.ts";
import { Filters, OwnReferenceFilter, ReferenceFilter, SelectFilter } from "../components/lists/filters.tsx";
import type { Column } from "../components/lists/list.tsx";
import { ListScreen } from "../components/lists/list-screen.tsx";
import { PeriodFilter } from "../components/lists/period-filter.tsx";
import { optionsOf, State } from "../components/values/badge.tsx";
import { Money } from "../components/values/money.tsx";
import { Code, Own, Soft } from "../components/values/text.tsx";
import { Time } from "../components/values/time.tsx";
import { CreateButton } from "../verification/create-button.tsx";
import { LiveNeedsApproval } from "../verification/live-needs-approval.tsx";
import { CreateVirtualAccount } from "./create-virtual-account.tsx";
import { virtualAccountStates } from "./virtual-account-states.ts";
import { virtualAccountsQuery } from "./virtual-accounts-queries.ts";

const statuses = optionsOf(virtualAccountStates);

export function VirtualAccountsList() {
  const [isCreating, setCreating] = useState(false);
  return (
    <ListScreen
      title="Virtual accounts"
      text="Bank accounts that each expect one payment from one customer."
      actions={
        <CreateButton may="collect" icon="plus" onPress={() => setCreating(true)}>
          Create account
        </CreateButton>
      }
      notice={<LiveNeedsApproval what="Virtual accounts" />}
      filters={
        <Filters>
          <SelectFilter name="status" label="Status" options={statuses} />
          <PeriodFilter />
          <ReferenceFilter prefix="va" />
          <OwnReferenceFilter />
        </Filters>
      }
      query={virtualAccountsQuery}
      columns={columns}
      to="/$environment/virtual-accounts/$reference"
      icon="accounts"
      emptyText="Give each customer their own account number, so you know who every transfer is from."
    >
      {isCreating && <CreateVirtualAccount onClose={() => setCreating(false)} />}
    </ListScreen>
  );
}

const columns: Column<VirtualAccount>[] = [
  {
    heading: "Account",
    isMain: true,
    cell: ({ accountNumber, bankName }) => (
      <>
        <Code>{accountNumber}</Code> <Soft>{bankName}</Soft>
      </>
    ),
  },
  { heading: "Expected", align: "end", cell: ({ amount }) => <Money {...amount} /> },
  { heading: "Status", cell: ({ status }) => <State of={virtualAccountStates[status]} /> },
  { heading: "Customer", isWide: true, cell: ({ customerEmail }) => customerEmail },
  {
    heading: "Your reference",
    isExtra: true,
    cell: ({ merchantReference }) => <Own>{merchantReference}</Own>,
  },
  { heading: "Created", cell: ({ createdAt }) => <Time at={createdAt} /> },
];
