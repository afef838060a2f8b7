import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, dataOf, pageOf } from "../api/client.ts";
import type { Environment } from "../api/types.ts";
import type { ListSearch } from "../components/lists/filters.tsx";

/** A page of the log of requests, by the filters of the URL. */
export const requestsQuery = (environment: Environment, search: ListSearch) =>
  queryOptions({
    queryKey: [environment, "requests", search],
    queryFn: ({ signal }) =>
      pageOf(
        api.GET("/{environment}/requests", { params: { path: { environment }, query: search }, signal }),
      ),
    placeholderData: keepPreviousData,
  });

/** One request by its id. */
export const requestQuery = (environment: Environment, requestId: string) =>
  queryOptions({
    queryKey: [environment, "requests", requestId],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/{environment}/requests/{requestId}", {
          params: { path: { environment, requestId } },
          signal,
        }),
      ),
  });

/** How many requests there were today, and how many the log kept. */
export const requestsTodayQuery = (environment: Environment) =>
  queryOptions({
    queryKey: [environment, "requests-today"],
    queryFn: ({ signal }) =>
      dataOf(api.GET("/{environment}/requests-today", { params: { path: { environment } }, signal })),
  });
