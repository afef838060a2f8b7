import { useInfiniteQuery, type InfiniteData } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { api, pageOf, type Page } from "../api/client.ts";
import { queryClient } from "../api/query-client.ts";
import type { Environment, PayoutBatchItem } from "../api/types.ts";

/** The rows to show, by the API's filters. */
export type ItemFilter = {
  status?: PayoutBatchItem["status"];
  name?: NonNullable<PayoutBatchItem["name"]>;
  duplicate?: "any";
};

/** A row with the page that it was loaded with. */
export type LoadedItem = { item: PayoutBatchItem; page: number };

/** The most that the API sends at once. */
const PAGE = 100;

/**
 * A batch's rows, loaded as somebody scrolls. With up to a hundred pages, changes of the batch load again only those
 * that are shown: `version` is anything that changes with it, and `refresh` takes the pages in view.
 */
export function useBatchItems(
  environment: Environment,
  reference: string,
  filter: ItemFilter,
  version: string,
) {
  // Not below the environment: each live update would load all pages again.
  const queryKey = ["batch-items", environment, reference, filter];
  const load = (cursor: string | undefined, signal?: AbortSignal): Promise<Page<PayoutBatchItem>> =>
    pageOf(
      api.GET("/{environment}/payout-batches/{reference}/items", {
        params: { path: { environment, reference }, query: { limit: PAGE, cursor, ...filter } as never },
        ...(signal && { signal }),
      }),
    );
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

  const items = useMemo(() => {
    // A row may be in two pages, if one before it has left the filter.
    const byIndex = new Map<number, LoadedItem>();
    for (const [page, { items: rows }] of (query.data?.pages ?? []).entries())
      for (const item of rows) byIndex.set(item.index, { item, page });
    return [...byIndex.values()];
  }, [query.data]);

  /** The version that each page shows. */
  const shown = useRef(new Map<number, string>());
  useEffect(() => {
    const pages = query.data?.pages.length ?? 0;
    for (let page = 0; page < pages; page += 1)
      if (!shown.current.has(page)) shown.current.set(page, version);
  }, [query.data, version]);

  const refresh = (pages: readonly number[]) => {
    for (const page of pages) {
      const isShown = shown.current.get(page) ?? version;
      if (isShown === version) continue;
      shown.current.set(page, version);
      void load(query.data?.pageParams[page] as string | undefined).then(
        (fresh) =>
          queryClient.setQueryData<InfiniteData<Page<PayoutBatchItem>>>(queryKey, (old) =>
            old && page < old.pages.length ? { ...old, pages: old.pages.with(page, fresh) } : old,
          ),
        // The next change tries again.
        () => shown.current.set(page, isShown),
      );
    }
  };
  return { query, items, refresh };
}
