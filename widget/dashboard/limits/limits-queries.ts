import { queryOptions } from "@tanstack/react-query";
import { api, dataOf } from "../api/client.ts";

/** What the business may do at most, and what it costs. */
export const limitsQuery = queryOptions({
  queryKey: ["limits"],
  queryFn: ({ signal }) => dataOf(api.GET("/limits", { signal })),
  staleTime: 60_000,
});
