import { queryOptions } from "@tanstack/react-query";
import { dataQuery, listQuery } from "../api/queries.ts";
import { queryClient } from "../api/query-client.ts";
import type { Page } from "../api/client.ts";
import type { Environment, Payout } from "../api/types.ts";

export const payoutsQuery = listQuery("/{environment}/payouts");

/** Loads a payout or a refund again every three seconds while it waits to be sent, or the bank has it. */
export const untilSent = ({ state }: { state: { data?: { status: string } | undefined } }) =>
  state.data?.status === "pending" || state.data?.status === "processing" ? 3_000 : false;

/** One payout. Its page shows it at once if a list has it, and reloads it until it is final. */
export const payoutQuery = (environment: Environment, reference: string) =>
  queryOptions({
    ...dataQuery("/{environment}/payouts/{reference}", { environment, reference }),
    placeholderData: () =>
      queryClient
        .getQueriesData<Partial<Page<Payout>>>({ queryKey: [environment, "payouts"] })
        .flatMap(([, page]) => page?.items ?? [])
        .find((payout) => payout.reference === reference),
    refetchInterval: untilSent,
  });

/** The available naira balance. */
export const balanceQuery = (environment: Environment) =>
  queryOptions({
    ...dataQuery("/{environment}/balances", { environment }),
    select: (balances) =>
      balances.find(({ currency }) => currency === "NGN")?.available ?? { value: 0, currency: "NGN" },
  });
