import type { QueryKey } from "@tanstack/react-query";
import type { Page } from "./client.ts";
import { queryClient } from "./query-client.ts";

/**
 * An item as a list that was loaded shows it, for `placeholderData`: its page is there at once, and brings itself up to
 * date. `key` is what the keys of the lists begin with.
 */
export function seenInLists<Item>(key: QueryKey, isIt: (item: Item) => boolean): Item | undefined {
  const pages = queryClient.getQueriesData<Partial<Page<Item>>>({ queryKey: key });
  return pages.flatMap(([, page]) => page?.items ?? []).find(isIt);
}
