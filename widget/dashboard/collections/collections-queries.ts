import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, dataOf, pageOf } from "../api/client.ts";
import type { Environment } from "../api/types.ts";
import type { ListSearch } from "../components/lists/filters.tsx";

/** A page of the collections, by the filters of the URL. */
export const collectionsQuery = (environment: Environment, search: ListSearch) =>
  queryOptions({
    queryKey: [environment, "collections", search],
    queryFn: ({ signal }) =>
      pageOf(
        api.GET("/{environment}/collections", { params: { path: { environment }, query: search }, signal }),
      ),
    placeholderData: keepPreviousData,
  });

/** One collection. */
export const collectionQuery = (environment: Environment, reference: string) =>
  queryOptions({
    queryKey: [environment, "collections", reference],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/{environment}/collections/{reference}", {
          params: { path: { environment, reference } },
          signal,
        }),
      ),
  });

/** What came in for a collection. */
export const paymentsQuery = (environment: Environment, reference: string) =>
  queryOptions({
    queryKey: [environment, "collections", reference, "payments"],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/{environment}/collections/{reference}/payments", {
          params: { path: { environment, reference } },
          signal,
        }),
      ),
  });

/** What came in and matched nothing: the newest hundred. */
export const unmatchedQuery = (environment: Environment) =>
  queryOptions({
    queryKey: [environment, "unmatched-payments"],
    queryFn: ({ signal }) =>
      dataOf(api.GET("/{environment}/unmatched-payments", { params: { path: { environment } }, signal })),
  });
