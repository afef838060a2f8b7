import { useQuery } from "@tanstack/react-query";
import type { Payout } from "../api/types.ts";
import { EmptyList } from "../components/lists/empty-list.tsx";
import { Filters, SelectFilter, useFilters } from "../components/lists/filters.tsx";
import { ButtonLink } from "../components/layout/link.tsx";
import { PeriodFilter } from "../components/lists/period-filter.tsx";
import { ReferenceFilter } from "../components/lists/text-filter.tsx";
import { useMay } from "../api/permissions.ts";
import { List, type Column } from "../components/lists/list.tsx";
import { Money } from "../components/values/money.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { Time } from "../components/values/time.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { payoutTexts as texts } from "../texts/payouts.ts";
import { LiveNeedsApproval, useIsOpen } from "../verification/live-needs-approval.tsx";
import { PayoutStatus } from "./payout-status.tsx";
import { payoutsQuery } from "./payouts-queries.ts";

const statuses = Object.entries(texts.statuses);

export function PayoutsList() {
  const environment = useEnvironment();
  const { search } = useFilters();
  const page = useQuery(payoutsQuery(environment, search));
  const isOpen = useIsOpen();
  const create = useMay("pay") && isOpen && (
    <ButtonLink kind="primary" icon="plus" to="/$environment/payouts/new" params={{ environment }}>
      {texts.list.create}
    </ButtonLink>
  );
  return (
    <>
      <PageHeader title={texts.title} actions={create} />
      <LiveNeedsApproval what={texts.title} />
      <Filters>
        <SelectFilter name="status" label={texts.list.status} options={statuses} />
        <PeriodFilter />
        <ReferenceFilter prefix="pyt" />
      </Filters>
      <List
        caption={texts.list.caption}
        page={page}
        columns={columns}
        keyOf={({ reference }) => reference}
        linkTo={({ reference }) => ({
          to: "/$environment/payouts/$reference",
          params: { environment, reference },
        })}
        empty={<EmptyList icon="payouts" texts={texts.list} action={create} />}
      />
    </>
  );
}

const columns: Column<Payout>[] = [
  { heading: texts.list.amount, align: "end", isMain: true, cell: ({ amount }) => <Money {...amount} /> },
  { heading: texts.list.status, cell: ({ status }) => <PayoutStatus status={status} /> },
  {
    heading: texts.list.to,
    isWide: true,
    cell: ({ destination }) => (
      <>
        {destination.accountName}{" "}
        <span className="list-soft">
          {destination.bankName} ····{destination.accountNumber.slice(-4)}
        </span>
      </>
    ),
  },
  {
    heading: texts.list.reference,
    isExtra: true,
    cell: ({ reference }) => (
      <code translate="no" className="list-soft">
        {reference}
      </code>
    ),
  },
  { heading: texts.list.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
];
