import { queryOptions } from "@tanstack/react-query";
import { api, dataOf } from "../api/client.ts";
import type { Environment } from "../api/types.ts";

/** Balances, money day by day, success rates, and what needs attention. */
export const summaryQuery = (environment: Environment) =>
  queryOptions({
    queryKey: [environment, "summary"],
    queryFn: ({ signal }) =>
      dataOf(api.GET("/{environment}/summary", { params: { path: { environment } }, signal })),
  });
