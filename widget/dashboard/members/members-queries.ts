import { queryOptions } from "@tanstack/react-query";
import { api, dataOf } from "../api/client.ts";

/** Somebody who accepts an invitation sends this page no update: what is on the screen is asked for now and then. */
const refetchInterval = 10_000;

/** The people of the merchant that is shown. */
export const membersQuery = queryOptions({
  queryKey: ["members"],
  queryFn: ({ signal }) => dataOf(api.GET("/members", { signal })),
  refetchInterval,
});

/** The merchant's open invitations. */
export const invitationsQuery = queryOptions({
  queryKey: ["invitations"],
  queryFn: ({ signal }) => dataOf(api.GET("/invitations", { signal })),
  refetchInterval,
});
