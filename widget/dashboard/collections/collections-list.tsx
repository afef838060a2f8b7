import { useQuery } from "@tanstack/react-query";
import { useMay } from "../api/permissions.ts";
import { EmptyList } from "../components/empty-list.tsx";
import { Filters, SelectFilter, useFilters } from "../components/filters.tsx";
import { ButtonLink } from "../components/link.tsx";
import { List } from "../components/list.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { PeriodFilter } from "../components/period-filter.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { collectionTexts as texts } from "../texts/collections.ts";
import { collectionsColumns } from "./collections-columns.tsx";
import { collectionsQuery } from "./collections-queries.ts";

const { failed: _neverShown, ...statuses } = texts.statuses;

export function CollectionsList() {
  const environment = useEnvironment();
  const { search } = useFilters();
  const mayPay = useMay("pay");
  const page = useQuery(collectionsQuery(environment, search));
  return (
    <>
      <PageHeader
        title={texts.title}
        text={texts.text}
        actions={
          <ButtonLink to="/$environment/unmatched-payments" params={{ environment }}>
            {texts.unmatched.show}
          </ButtonLink>
        }
      />
      <Filters>
        <SelectFilter name="status" label={texts.list.status} options={Object.entries(statuses)} />
        <PeriodFilter />
      </Filters>
      <List
        caption={texts.list.caption}
        page={page}
        columns={collectionsColumns}
        keyOf={({ reference }) => reference}
        linkTo={({ reference }) => ({
          to: "/$environment/collections/$reference",
          params: { environment, reference },
        })}
        empty={
          <EmptyList
            icon="collections"
            texts={texts.list}
            action={
              mayPay && (
                <ButtonLink kind="primary" to="/$environment/payment-links/new" params={{ environment }}>
                  {texts.list.createLink}
                </ButtonLink>
              )
            }
          />
        }
      />
    </>
  );
}
