import { useQuery } from "@tanstack/react-query";
import { collectionsColumns } from "../collections/collections-columns.tsx";
import { ActionLink } from "../components/layout/link.tsx";
import { itemsOf, ListSection } from "../components/lists/list-section.tsx";
import { payoutsColumns } from "../payouts/payouts-columns.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { latestCollectionsQuery, latestPayoutsQuery } from "./home-queries.ts";

export function LatestCollections() {
  const toAll = <ActionLink to="/$environment/collections">View all</ActionLink>;
  return (
    <ListSection
      title="Latest collections"
      actions={toAll}
      items={useQuery({ ...latestCollectionsQuery(useEnvironment()), select: itemsOf })}
      columns={collectionsColumns.filter(({ isExtra }) => !isExtra)}
      to="/$environment/collections/$reference"
      none="No collections yet"
    />
  );
}

export function LatestPayouts() {
  const toAll = <ActionLink to="/$environment/payouts">View all</ActionLink>;
  return (
    <ListSection
      title="Latest payouts"
      actions={toAll}
      items={useQuery({ ...latestPayoutsQuery(useEnvironment()), select: itemsOf })}
      columns={payoutsColumns.filter(({ isExtra }) => !isExtra)}
      to="/$environment/payouts/$reference"
      none="No payouts yet"
    />
  );
}
