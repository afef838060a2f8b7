import { queryOptions } from "@tanstack/react-query";
import { ApiError } from "../api/api-error.ts";
import { api, dataOf } from "../api/client.ts";
import { dataQuery } from "../api/queries.ts";
import type { Environment } from "../api/types.ts";

/*
 * Banks' answers don't depend on the merchant's payments, so these keys don't begin with the environment: each live
 * update would repeat the name enquiry, and a press on the button that waits for it would be lost.
 */

/** The banks, by name. They change a few times a year. */
export const banksQuery = (environment: Environment) =>
  queryOptions({
    ...dataQuery("/{environment}/banks", { environment }),
    queryKey: ["banks", environment],
    staleTime: 3_600_000,
  });

export type Account = { bankCode: string; accountNumber: string };

/** An account holder's name, as the bank reports it. */
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
    // A payout accepts a name for ten minutes.
    staleTime: 8 * 60_000,
    retry: (failures, error) => error instanceof ApiError && error.status === 0 && failures < 2,
    refetchOnWindowFocus: false,
  });
