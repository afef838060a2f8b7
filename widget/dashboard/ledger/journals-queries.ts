import { queryOptions } from "@tanstack/react-query";
import { api, dataOf } from "../api/client.ts";
import type { Environment } from "../api/types.ts";

/** How a payout, collection or identity check moved money. `status` is its present one: with it the journals change. */
export const journalsQuery = (environment: Environment, reference: string, status: string) =>
  queryOptions({
    queryKey: [environment, "journals", reference, status],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/{environment}/journals/{reference}", {
          params: { path: { environment, reference } },
          signal,
        }),
      ),
  });
