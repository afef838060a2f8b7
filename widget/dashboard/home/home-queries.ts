import { queryOptions } from "@tanstack/react-query";
import { api, dataOf } from "../api/client.ts";
import type { Environment } from "../api/types.ts";
import { collectionsQuery } from "../collections/collections-queries.ts";
import { payoutsQuery } from "../payouts/payouts-queries.ts";

const newest = { limit: "5" };

/** Balances, money day by day, success rates, and what needs attention. */
export const summaryQuery = (environment: Environment) =>
  queryOptions({
    queryKey: [environment, "summary"],
    queryFn: ({ signal }) =>
      dataOf(api.GET("/{environment}/summary", { params: { path: { environment } }, signal })),
  });

export const latestCollectionsQuery = (environment: Environment) => collectionsQuery(environment, newest);
export const latestPayoutsQuery = (environment: Environment) => payoutsQuery(environment, newest);
