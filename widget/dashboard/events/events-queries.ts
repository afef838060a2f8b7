import { queryOptions } from "@tanstack/react-query";
import { dataQuery, listQuery, type ListSearch } from "../api/queries.ts";
import type { Environment } from "../api/types.ts";

/** A page of events, reloaded while one of them awaits delivery. */
export const eventsQuery = (environment: Environment, search: ListSearch) =>
  queryOptions({
    ...listQuery("/{environment}/events")(environment, search),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ delivery }) => delivery.status === "pending") ? 5_000 : false,
  });

/** One event with its newest ten attempts. A replay's attempt appears within seconds. */
export const eventQuery = (environment: Environment, reference: string) =>
  queryOptions({
    ...dataQuery("/{environment}/events/{reference}", { environment, reference }),
    refetchInterval: ({ state }) => (state.data?.delivery.status === "pending" ? 3_000 : false),
  });
