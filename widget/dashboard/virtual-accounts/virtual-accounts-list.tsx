import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useMay } from "../api/permissions.ts";
import type { VirtualAccount } from "../api/types.ts";
import { Button } from "../components/forms/button.tsx";
import { EmptyList } from "../components/lists/empty-list.tsx";
import { Filters, SelectFilter, useFilters } from "../components/lists/filters.tsx";
import { List, type Column } from "../components/lists/list.tsx";
import { Money } from "../components/values/money.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { PeriodFilter } from "../components/lists/period-filter.tsx";
import { ReferenceFilter } from "../components/lists/text-filter.tsx";
import { Time } from "../components/values/time.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { virtualAccountTexts as texts } from "../texts/virtual-accounts.ts";
import { LiveNeedsApproval, useIsOpen } from "../verification/live-needs-approval.tsx";
import { CreateVirtualAccount } from "./create-virtual-account.tsx";
import { VirtualAccountStatus } from "./virtual-account-status.tsx";
import { virtualAccountsQuery } from "./virtual-accounts-queries.ts";

const statuses = Object.entries(texts.statuses);

export function VirtualAccountsList() {
  const environment = useEnvironment();
  const { search } = useFilters();
  const [isCreating, setCreating] = useState(false);
  const isOpen = useIsOpen();
  const create = useMay("collect") && isOpen && (
    <Button kind="primary" icon="plus" onPress={() => setCreating(true)}>
      {texts.create}
    </Button>
  );
  const page = useQuery(virtualAccountsQuery(environment, search));
  return (
    <>
      <PageHeader title={texts.title} text={texts.text} actions={create} />
      <LiveNeedsApproval what={texts.title} />
      <Filters>
        <SelectFilter name="status" label={texts.list.status} options={statuses} />
        <PeriodFilter />
        <ReferenceFilter prefix="va" />
      </Filters>
      <List
        caption={texts.list.caption}
        page={page}
        columns={columns}
        keyOf={({ reference }) => reference}
        linkTo={({ reference }) => ({
          to: "/$environment/virtual-accounts/$reference",
          params: { environment, reference },
        })}
        empty={<EmptyList icon="accounts" texts={texts.list} action={create} />}
      />
      {isCreating && <CreateVirtualAccount onClose={() => setCreating(false)} />}
    </>
  );
}

const columns: Column<VirtualAccount>[] = [
  {
    heading: texts.list.number,
    isMain: true,
    cell: ({ accountNumber, bankName }) => (
      <>
        <code translate="no">{accountNumber}</code> <span className="list-soft">{bankName}</span>
      </>
    ),
  },
  { heading: texts.list.amount, align: "end", cell: ({ amount }) => <Money {...amount} /> },
  { heading: texts.list.status, cell: ({ status }) => <VirtualAccountStatus status={status} /> },
  { heading: texts.list.customer, isWide: true, cell: ({ customerEmail }) => customerEmail },
  { heading: texts.list.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
];
