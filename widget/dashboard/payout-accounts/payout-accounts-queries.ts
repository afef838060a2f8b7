import { queryOptions } from "@tanstack/react-query";
import { api, pageOf } from "../api/client.ts";
import { listQuery } from "../api/queries.ts";
import type { Environment, PayoutAccount } from "../api/types.ts";

export const payoutAccountsQuery = listQuery("/{environment}/payout-accounts");

/** All saved payout accounts: a few hundred at most, a hundred a page. */
export const allPayoutAccountsQuery = (environment: Environment) =>
  queryOptions({
    queryKey: [environment, "payout-accounts", "all"],
    queryFn: async ({ signal }) => {
      const accounts: PayoutAccount[] = [];
      let cursor: string | undefined;
      do {
        const params = { path: { environment }, query: { limit: 100, ...(cursor && { cursor }) } };
        const page = await pageOf(api.GET("/{environment}/payout-accounts", { params, signal }));
        accounts.push(...page.items);
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      return accounts;
    },
  });
