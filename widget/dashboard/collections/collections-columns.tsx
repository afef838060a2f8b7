import type { Collection } from "../api/types.ts";
import type { Column } from "../components/lists/list.tsx";
import { Badge, State } from "../components/values/badge.tsx";
import { Money } from "../components/values/money.tsx";
import { Code, Own, Soft } from "../components/values/text.tsx";
import { Time } from "../components/values/time.tsx";
import { collectionStates } from "./collection-states.ts";

export const collectionsColumns: Column<Collection>[] = [
  { heading: "Amount", align: "end", isMain: true, cell: ({ amount }) => <Money {...amount} /> },
  {
    heading: "Status",
    cell: ({ status, unmatched }) => (
      <>
        <State of={collectionStates[status]} /> {unmatched && <Badge colour="amber">Unmatched</Badge>}
      </>
    ),
  },
  { heading: "Customer", isWide: true, cell: ({ customer }) => <Customer {...customer} /> },
  { heading: "Reference", isExtra: true, cell: ({ reference }) => <Code>{reference}</Code> },
  {
    heading: "Your reference",
    isExtra: true,
    cell: ({ merchantReference }) => <Own>{merchantReference}</Own>,
  },
  { heading: "Created", cell: ({ createdAt }) => <Time at={createdAt} /> },
];

function Customer({ name, email }: NonNullable<Collection["customer"]>) {
  if (name === undefined) return <Own>{email}</Own>;
  return (
    <>
      <Own>{name}</Own> <Soft>{email}</Soft>
    </>
  );
}
