import { queryOptions } from "@tanstack/react-query";
import { api, dataOf } from "../api/client.ts";

/** Where the person is signed in. */
export const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  queryFn: ({ signal }) => dataOf(api.GET("/sessions", { signal })),
});
