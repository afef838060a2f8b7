import { dataQuery } from "../api/queries.ts";
import type { Environment } from "../api/types.ts";
import { collectionsQuery } from "../collections/collections-queries.ts";
import { payoutsQuery } from "../payouts/payouts-queries.ts";

const newest = { limit: "5" };

/** Balances, money day by day, success rates, and what needs attention. */
export const summaryQuery = (environment: Environment) =>
  dataQuery("/{environment}/summary", { environment });

export const latestCollectionsQuery = (environment: Environment) => collectionsQuery(environment, newest);
export const latestPayoutsQuery = (environment: Environment) => payoutsQuery(environment, newest);
