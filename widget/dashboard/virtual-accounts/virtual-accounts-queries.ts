import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, dataOf, pageOf } from "../api/client.ts";
import type { Environment } from "../api/types.ts";
import type { ListSearch } from "../components/lists/filters.tsx";

/** A page of the virtual accounts, by the filters of the URL. */
export const virtualAccountsQuery = (environment: Environment, search: ListSearch) =>
  queryOptions({
    queryKey: [environment, "virtual-accounts", search],
    queryFn: ({ signal }) =>
      pageOf(
        api.GET("/{environment}/virtual-accounts", {
          params: { path: { environment }, query: search },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** One virtual account. */
export const virtualAccountQuery = (environment: Environment, reference: string) =>
  queryOptions({
    queryKey: [environment, "virtual-accounts", reference],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/{environment}/virtual-accounts/{reference}", {
          params: { path: { environment, reference } },
          signal,
        }),
      ),
  });
