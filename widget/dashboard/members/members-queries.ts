import { queryOptions } from "@tanstack/react-query";
import { api, dataOf } from "../api/client.ts";

/** The people of the merchant that is shown. */
export const membersQuery = queryOptions({
  queryKey: ["members"],
  queryFn: ({ signal }) => dataOf(api.GET("/members", { signal })),
});

/** The merchant's open invitations. */
export const invitationsQuery = queryOptions({
  queryKey: ["invitations"],
  queryFn: ({ signal }) => dataOf(api.GET("/invitations", { signal })),
});
