import { ButtonLink } from "../components/layout/link.tsx";
import {
  Filters,
  OwnReferenceFilter,
  ReferenceFilter,
  SelectFilter,
  SlugFilter,
} from "../components/lists/filters.tsx";
import { ListScreen } from "../components/lists/list-screen.tsx";
import { PeriodFilter } from "../components/lists/period-filter.tsx";
import { optionsOf } from "../components/values/badge.tsx";
import { CreateButton } from "../verification/create-button.tsx";
import { collectionStates } from "./collection-states.ts";
import { collectionsColumns } from "./collections-columns.tsx";
import { collectionsQuery } from "./collections-queries.ts";

/** No collection fails. */
const statuses = optionsOf(collectionStates).filter(([status]) => status !== "failed");

export function CollectionsList() {
  return (
    <ListScreen
      title="Collections"
      text="Expected payments and what you’ve received."
      actions={
        <ButtonLink to="/$environment/unmatched-payments" search={{ status: "waiting" }}>
          Unmatched payments
        </ButtonLink>
      }
      filters={
        <Filters>
          <SelectFilter name="status" label="Status" options={statuses} />
          <PeriodFilter />
          <ReferenceFilter prefix="col" />
          <OwnReferenceFilter />
          <SlugFilter label="Payment link" placeholder="Link slug" />
        </Filters>
      }
      query={collectionsQuery}
      columns={collectionsColumns}
      to="/$environment/collections/$reference"
      icon="collections"
      emptyText="A collection is created when a customer starts paying a payment link, and for each virtual account."
      emptyAction={
        <CreateButton may="collect" to="/$environment/payment-links/new">
          Create a payment link
        </CreateButton>
      }
    />
  );
}
