import { queryOptions } from "@tanstack/react-query";
import { api, dataOf } from "../api/client.ts";
import { dataQuery } from "../api/queries.ts";

/** The verification of the session's business. It is the same in test and live. */
export const verificationQuery = queryOptions({
  queryKey: ["verification"],
  queryFn: ({ signal }) => dataOf(api.GET("/verification", { signal })),
  // A reload must not replace what someone is typing.
  staleTime: Infinity,
  refetchOnWindowFocus: false,
});

export const waitingQuery = dataQuery("/platform/summary", {});

export const reviewQuery = (merchant: string) =>
  dataQuery("/platform/verifications/{merchant}", { merchant });
