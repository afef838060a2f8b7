import type { QueryKey } from "@tanstack/react-query";
import type { Page } from "./client.ts";
import { queryClient } from "./query-client.ts";

/**
 * An item as it stands in a loaded list, for `placeholderData`: its page shows it at once, and then loads the present
 * state. `key` is the start of the lists' query keys.
 */
export function seenInLists<Item>(key: QueryKey, isIt: (item: Item) => boolean): Item | undefined {
  const pages = queryClient.getQueriesData<Partial<Page<Item>>>({ queryKey: key });
  return pages.flatMap(([, page]) => page?.items ?? []).find(isIt);
}
