import { queryOptions } from "@tanstack/react-query";
import { api, dataOf } from "../api/client.ts";
import type { Environment } from "../api/types.ts";

/** The endpoint of one environment; null where there is none. */
export const endpointQuery = (environment: Environment) =>
  queryOptions({
    queryKey: [environment, "webhook-endpoint"],
    queryFn: ({ signal }) =>
      dataOf(api.GET("/{environment}/webhook-endpoint", { params: { path: { environment } }, signal })),
  });

/** One attempt with what was sent and what came back. It never changes. */
export const attemptQuery = (environment: Environment, reference: string, number: number) =>
  queryOptions({
    queryKey: [environment, "events", reference, "attempts", number],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/{environment}/events/{reference}/attempts/{number}", {
          params: { path: { environment, reference, number: String(number) } },
          signal,
        }),
      ),
    staleTime: Infinity,
  });
