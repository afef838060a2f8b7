import type { Collection } from "../api/types.ts";
import { Badge } from "../components/values/badge.tsx";
import type { Column } from "../components/lists/list.tsx";
import { Money } from "../components/values/money.tsx";
import { Time } from "../components/values/time.tsx";
import { collectionTexts as texts } from "../texts/collections.ts";
import { CollectionStatus } from "./collection-status.tsx";

/** The columns of every list of collections. */
export const collectionsColumns: Column<Collection>[] = [
  { heading: texts.list.amount, align: "end", isMain: true, cell: ({ amount }) => <Money {...amount} /> },
  {
    heading: texts.list.status,
    cell: ({ status, unmatched }) => (
      <>
        <CollectionStatus status={status} />{" "}
        {unmatched && <Badge colour="amber">{texts.unmatchedMark}</Badge>}
      </>
    ),
  },
  { heading: texts.list.customer, isWide: true, cell: ({ customer }) => <Customer {...customer} /> },
  {
    heading: texts.list.reference,
    isExtra: true,
    cell: ({ reference }) => <code translate="no">{reference}</code>,
  },
  { heading: texts.list.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
];

function Customer({ name, email }: NonNullable<Collection["customer"]>) {
  if (name === undefined)
    return (
      <span dir="auto" translate="no">
        {email}
      </span>
    );
  return (
    <>
      <span dir="auto" translate="no">
        {name}
      </span>{" "}
      <span className="list-soft">{email}</span>
    </>
  );
}
