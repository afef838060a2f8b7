import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, pageOf } from "../api/client.ts";
import type { Environment, PayoutAccount } from "../api/types.ts";
import type { ListSearch } from "../components/lists/filters.tsx";

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

/** All saved payout accounts: a few hundred at most. The list gives a hundred at once. */
export const allPayoutAccountsQuery = (environment: Environment) =>
  queryOptions({
    queryKey: [environment, "payout-accounts", "all"],
    queryFn: async ({ signal }) => {
      const accounts: PayoutAccount[] = [];
      let cursor: string | undefined;
      do {
        const query = cursor === undefined ? { limit: 100 } : { limit: 100, cursor };
        const page = await pageOf(
          api.GET("/{environment}/payout-accounts", { params: { path: { environment }, query }, signal }),
        );
        accounts.push(...page.items);
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      return accounts;
    },
  });
