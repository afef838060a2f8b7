import { useQuery } from "@tanstack/react-query";
import type { Collection } from "../api/types.ts";
import { itemsOf, ListSection } from "../components/lists/list-section.tsx";
import { refundsColumns } from "./refunds-columns.tsx";
import { refundsQuery } from "./refunds-queries.ts";

/** Half a page has no room for the others. */
const columns = refundsColumns.filter(({ isExtra }) => !isExtra);

/** The refunds of a collection: it can have a hundred. */
export function RefundsOf({ collection: { environment, reference } }: { collection: Collection }) {
  const items = useQuery({
    ...refundsQuery(environment, { collection: reference, limit: "100" }),
    select: itemsOf,
  });
  return (
    <ListSection
      title="Refunds"
      items={items}
      columns={columns}
      to="/$environment/refunds/$reference"
      none="No refunds yet."
    />
  );
}
