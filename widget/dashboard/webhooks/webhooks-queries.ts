import { queryOptions } from "@tanstack/react-query";
import { ApiError } from "../api/api-error.ts";
import { api, dataOf } from "../api/client.ts";
import type { Environment } from "../api/types.ts";

/** The endpoint of one environment; null where there is none. */
export const endpointQuery = (environment: Environment) =>
  queryOptions({
    queryKey: [environment, "webhook-endpoint"],
    queryFn: ({ signal }) =>
      dataOf(api.GET("/{environment}/webhook-endpoint", { params: { path: { environment } }, signal })).catch(
        (error: unknown) => {
          if (error instanceof ApiError && error.code === "NOT_FOUND") return null;
          throw error;
        },
      ),
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
