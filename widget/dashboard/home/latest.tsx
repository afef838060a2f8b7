import { useQuery } from "@tanstack/react-query";
import type { Payout } from "../api/types.ts";
import { collectionsColumns } from "../collections/collections-columns.tsx";
import { ActionLink } from "../components/layout/link.tsx";
import type { Column } from "../components/lists/list.tsx";
import { itemsOf, ListSection } from "../components/lists/list-section.tsx";
import { Money } from "../components/values/money.tsx";
import { Own } from "../components/values/text.tsx";
import { Time } from "../components/values/time.tsx";
import { PayoutStatus } from "../payouts/payout-status.tsx";
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
      columns={payoutColumns}
      to="/$environment/payouts/$reference"
      none="No payouts yet"
    />
  );
}

const payoutColumns: Column<Payout>[] = [
  { heading: "Amount", align: "end", isMain: true, cell: ({ amount }) => <Money {...amount} /> },
  { heading: "Status", cell: ({ status }) => <PayoutStatus status={status} /> },
  { heading: "To", isWide: true, cell: ({ destination }) => <Own>{destination.accountName}</Own> },
  { heading: "Created", cell: ({ createdAt }) => <Time at={createdAt} /> },
];
