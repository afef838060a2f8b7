import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, dataOf, pageOf } from "../api/client.ts";
import type { Environment } from "../api/types.ts";
import type { ListSearch } from "../components/lists/filters.tsx";

/** A page of the events, by the filters of the URL. */
export const eventsQuery = (environment: Environment, search: ListSearch) =>
  queryOptions({
    queryKey: [environment, "events", search],
    queryFn: ({ signal }) =>
      pageOf(api.GET("/{environment}/events", { params: { path: { environment }, query: search }, signal })),
    placeholderData: keepPreviousData,
  });

/** The events of one collection, payout or identity check. */
export const eventsOfQuery = (environment: Environment, subject: string) =>
  queryOptions({
    queryKey: [environment, "events", { subject }],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/{environment}/events", { params: { path: { environment }, query: { subject } }, signal }),
      ),
  });

/** One event with its newest ten attempts. */
export const eventQuery = (environment: Environment, reference: string) =>
  queryOptions({
    queryKey: [environment, "events", reference],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/{environment}/events/{reference}", {
          params: { path: { environment, reference } },
          signal,
        }),
      ),
    // A replay's attempt appears within seconds.
    refetchInterval: ({ state }) => (state.data?.delivery.status === "pending" ? 3_000 : false),
  });
