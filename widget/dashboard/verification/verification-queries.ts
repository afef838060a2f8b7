import { queryOptions } from "@tanstack/react-query";
import { api, dataOf } from "../api/client.ts";
import { dataQuery } from "../api/queries.ts";

/** The verification of the business that the session shows. It is the same in test and live. */
export const verificationQuery = queryOptions({
  queryKey: ["verification"],
  queryFn: ({ signal }) => dataOf(api.GET("/verification", { signal })),
  // What somebody types must not be replaced under their hands.
  staleTime: Infinity,
  refetchOnWindowFocus: false,
});

export const waitingQuery = dataQuery("/platform/summary", {});

export const reviewQuery = (merchant: string) =>
  dataQuery("/platform/verifications/{merchant}", { merchant });
