import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, pageOf } from "../api/client.ts";
import type { Environment } from "../api/types.ts";
import type { ListSearch } from "../components/lists/filters.tsx";

/** A page of the events, by the filters of the URL. */
export const eventsPageQuery = (environment: Environment, search: ListSearch) =>
  queryOptions({
    queryKey: [environment, "events", "deliveries", search],
    queryFn: ({ signal }) =>
      pageOf(api.GET("/{environment}/events", { params: { path: { environment }, query: search }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ delivery }) => delivery.status === "pending") ? 5_000 : false,
  });
