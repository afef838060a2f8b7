import { useQuery } from "@tanstack/react-query";
import { useMay } from "../api/permissions.ts";
import { EmptyList } from "../components/lists/empty-list.tsx";
import { Filters, SelectFilter, useFilters } from "../components/lists/filters.tsx";
import { ButtonLink } from "../components/layout/link.tsx";
import { List } from "../components/lists/list.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { PeriodFilter } from "../components/lists/period-filter.tsx";
import { ReferenceFilter, TextFilter, wholeSlug } from "../components/lists/text-filter.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { words } from "../texts/words.ts";
import { collectionTexts as texts } from "../texts/collections.ts";
import { useIsOpen } from "../verification/live-needs-approval.tsx";
import { collectionsColumns } from "./collections-columns.tsx";
import { collectionsQuery } from "./collections-queries.ts";

const { failed: _neverShown, ...shownStatuses } = texts.statuses;
const statuses = Object.entries(shownStatuses);

export function CollectionsList() {
  const environment = useEnvironment();
  const { search } = useFilters();
  const mayCollect = useMay("collect");
  const isOpen = useIsOpen();
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
        <SelectFilter name="status" label={texts.list.status} options={statuses} />
        <PeriodFilter />
        <ReferenceFilter prefix="col" />
        <TextFilter
          name="slug"
          label={texts.list.link}
          placeholder={texts.list.slug}
          pattern={wholeSlug}
          rule={words.wholeSlug}
        />
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
              mayCollect &&
              isOpen && (
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
