import { queryOptions } from "@tanstack/react-query";
import { ApiError } from "../api/api-error.ts";
import { api, dataOf } from "../api/client.ts";
import { dataQuery } from "../api/queries.ts";
import type { Environment } from "../api/types.ts";

/*
 * What banks say does not change with the merchant's payments, so these keys do not begin with the environment: with
 * each live update the bank would be asked again, and a press on the button that waits for its answer would be lost.
 */

/** The banks that accounts can be at, by name. They change a few times a year. */
export const banksQuery = (environment: Environment) =>
  queryOptions({
    ...dataQuery("/{environment}/banks", { environment }),
    queryKey: ["banks", environment],
    staleTime: 3_600_000,
  });

export type Account = { bankCode: string; accountNumber: string };

/** The name of an account's holder, by the bank's word. */
export const accountNameQuery = (environment: Environment, { bankCode, accountNumber }: Account) =>
  queryOptions({
    queryKey: ["account-name", environment, bankCode, accountNumber],
    queryFn: async ({ signal }) => {
      const account = await dataOf(
        api.POST("/{environment}/banks/verify-account", {
          params: { path: { environment } },
          body: { bankCode, accountNumber },
          signal,
        }),
      );
      return account.accountName;
    },
    enabled: bankCode !== "" && /^\d{10}$/.test(accountNumber),
    // A payout takes a name for ten minutes.
    staleTime: 8 * 60_000,
    retry: (failures, error) => error instanceof ApiError && error.status === 0 && failures < 2,
    refetchOnWindowFocus: false,
  });
