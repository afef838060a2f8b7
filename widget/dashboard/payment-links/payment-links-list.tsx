import { useQuery } from "@tanstack/react-query";
import { useMay } from "../api/permissions.ts";
import type { PaymentLink } from "../api/types.ts";
import { EmptyList } from "../components/lists/empty-list.tsx";
import { Filters, SelectFilter, useFilters } from "../components/lists/filters.tsx";
import { ButtonLink } from "../components/layout/link.tsx";
import { List, type Column } from "../components/lists/list.tsx";
import { Money } from "../components/values/money.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { PeriodFilter } from "../components/lists/period-filter.tsx";
import { TextFilter, wholeSlug } from "../components/lists/text-filter.tsx";
import { Time } from "../components/values/time.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { words } from "../texts/words.ts";
import { paymentLinkTexts as texts } from "../texts/payment-links.ts";
import { LiveNeedsApproval, useIsOpen } from "../verification/live-needs-approval.tsx";
import { PaymentLinkStatus } from "./payment-link-status.tsx";
import { paymentLinksQuery } from "./payment-links-queries.ts";

const statuses = Object.entries(texts.statuses);

export function PaymentLinksList() {
  const environment = useEnvironment();
  const { search } = useFilters();
  const page = useQuery(paymentLinksQuery(environment, search));
  const isOpen = useIsOpen();
  const create = useMay("collect") && isOpen && (
    <ButtonLink kind="primary" icon="plus" to="/$environment/payment-links/new" params={{ environment }}>
      {texts.create}
    </ButtonLink>
  );
  return (
    <>
      <PageHeader title={texts.title} text={texts.text} actions={create} />
      <LiveNeedsApproval what={texts.title} />
      <Filters>
        <SelectFilter name="status" label={texts.list.status} options={statuses} />
        <PeriodFilter />
        <TextFilter
          name="slug"
          label={texts.list.slug}
          placeholder={texts.list.slugNote}
          pattern={wholeSlug}
          rule={words.wholeSlug}
        />
      </Filters>
      <List
        caption={texts.list.caption}
        page={page}
        columns={columns}
        keyOf={({ slug }) => slug}
        linkTo={({ slug }) => ({
          to: "/$environment/payment-links/$slug",
          params: { environment, slug },
        })}
        empty={<EmptyList icon="link" texts={texts.list} action={create} />}
      />
    </>
  );
}

const columns: Column<PaymentLink>[] = [
  {
    heading: texts.list.title,
    isMain: true,
    isWide: true,
    cell: ({ title }) => (
      <span dir="auto" translate="no">
        {title}
      </span>
    ),
  },
  {
    heading: texts.list.amount,
    align: "end",
    cell: ({ amount }) =>
      amount ? <Money {...amount} /> : <span className="list-soft">{texts.openAmount}</span>,
  },
  { heading: texts.list.status, cell: ({ status }) => <PaymentLinkStatus status={status} /> },
  { heading: texts.list.type, isExtra: true, cell: ({ linkType }) => texts.linkTypes[linkType] },
  { heading: texts.list.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
];
