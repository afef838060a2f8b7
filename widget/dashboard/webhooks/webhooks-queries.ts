import { queryOptions } from "@tanstack/react-query";
import { dataQuery } from "../api/queries.ts";
import type { Environment } from "../api/types.ts";

/** The endpoint of one environment; null if there is none. */
export const endpointQuery = (environment: Environment) =>
  dataQuery("/{environment}/webhook-endpoint", { environment });

/** One attempt with what was sent and what came back. It never changes. */
export const attemptQuery = (environment: Environment, reference: string, number: number) =>
  queryOptions({
    ...dataQuery("/{environment}/events/{reference}/attempts/{number}", {
      environment,
      reference,
      number: String(number),
    }),
    staleTime: Infinity,
  });
