import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, dataOf, pageOf } from "../api/client.ts";
import type { ListSearch } from "../components/lists/filters.tsx";

/** The verification of the business that the session shows. It is the same in test and live. */
export const verificationQuery = queryOptions({
  queryKey: ["verification"],
  queryFn: ({ signal }) => dataOf(api.GET("/verification", { signal })),
  // What somebody types must not be replaced under their hands.
  staleTime: Infinity,
  refetchOnWindowFocus: false,
});

/** How many businesses wait for a reviewer. */
export const waitingQuery = queryOptions({
  queryKey: ["platform", "summary"],
  queryFn: ({ signal }) => dataOf(api.GET("/platform/summary", { signal })),
});

/** A page of the reviewers' queue. */
export const verificationsQuery = (search: ListSearch) =>
  queryOptions({
    queryKey: ["platform", "verifications", search],
    queryFn: ({ signal }) =>
      pageOf(api.GET("/platform/verifications", { params: { query: search }, signal })),
    placeholderData: keepPreviousData,
  });

/** One merchant's verification, for a reviewer. */
export const reviewQuery = (merchant: string) =>
  queryOptions({
    queryKey: ["platform", "verifications", merchant],
    queryFn: ({ signal }) =>
      dataOf(api.GET("/platform/verifications/{merchant}", { params: { path: { merchant } }, signal })),
  });
