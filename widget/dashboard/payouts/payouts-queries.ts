import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, dataOf, pageOf } from "../api/client.ts";
import { seenInLists } from "../api/seen-in-lists.ts";
import type { Environment, Payout } from "../api/types.ts";
import type { ListSearch } from "../components/lists/filters.tsx";

/** A page of the payouts, by the filters of the URL. */
export const payoutsQuery = (environment: Environment, search: ListSearch) =>
  queryOptions({
    queryKey: [environment, "payouts", search],
    queryFn: ({ signal }) =>
      pageOf(api.GET("/{environment}/payouts", { params: { path: { environment }, query: search }, signal })),
    placeholderData: keepPreviousData,
  });

/** One payout. */
export const payoutQuery = (environment: Environment, reference: string) =>
  queryOptions({
    queryKey: [environment, "payouts", reference],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/{environment}/payouts/{reference}", {
          params: { path: { environment, reference } },
          signal,
        }),
      ),
    placeholderData: () =>
      seenInLists<Payout>([environment, "payouts"], (payout) => payout.reference === reference),
    // It changes by itself until it is final.
    refetchInterval: ({ state }) =>
      state.data?.status === "pending" || state.data?.status === "processing" ? 3_000 : false,
  });

/** The naira that can be paid out. */
export const balanceQuery = (environment: Environment) =>
  queryOptions({
    queryKey: [environment, "balances"],
    queryFn: ({ signal }) =>
      dataOf(api.GET("/{environment}/balances", { params: { path: { environment } }, signal })),
    select: (balances) =>
      balances.find(({ currency }) => currency === "NGN")?.available ?? { value: 0, currency: "NGN" },
  });
