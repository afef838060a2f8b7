import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, pageOf } from "../api/client.ts";
import type { Environment } from "../api/types.ts";
import type { ListSearch } from "../components/filters.tsx";

/** A page of the saved payout accounts. */
export const payoutAccountsQuery = (environment: Environment, search: ListSearch) =>
  queryOptions({
    queryKey: [environment, "payout-accounts", search],
    queryFn: ({ signal }) =>
      pageOf(
        api.GET("/{environment}/payout-accounts", {
          params: { path: { environment }, query: search },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
