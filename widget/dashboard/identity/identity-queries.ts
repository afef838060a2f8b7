import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, dataOf, pageOf } from "../api/client.ts";
import type { Environment } from "../api/types.ts";
import type { ListSearch } from "../components/lists/filters.tsx";

/** A page of the identity checks, by the filters of the URL. */
export const identityChecksQuery = (environment: Environment, search: ListSearch) =>
  queryOptions({
    queryKey: [environment, "identity", search],
    queryFn: ({ signal }) =>
      pageOf(
        api.GET("/{environment}/kyc/requests", { params: { path: { environment }, query: search }, signal }),
      ),
    placeholderData: keepPreviousData,
  });

/** One identity check. */
export const identityCheckQuery = (environment: Environment, reference: string) =>
  queryOptions({
    queryKey: [environment, "identity", reference],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/{environment}/kyc/requests/{reference}", {
          params: { path: { environment, reference } },
          signal,
        }),
      ),
  });
