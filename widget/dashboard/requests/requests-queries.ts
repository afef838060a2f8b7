import { queryOptions } from "@tanstack/react-query";
import { dataQuery, listQuery } from "../api/queries.ts";
import type { Environment } from "../api/types.ts";

export const requestsQuery = listQuery("/{environment}/requests");

export const requestQuery = (environment: Environment, requestId: string) =>
  queryOptions({
    ...dataQuery("/{environment}/requests/{requestId}", { environment, requestId }),
    retry: false,
  });

/** How many requests arrived today, and how many are in the log. */
export const requestsTodayQuery = (environment: Environment) =>
  dataQuery("/{environment}/requests-today", { environment });
