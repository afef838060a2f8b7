import { queryOptions } from "@tanstack/react-query";
import { api, dataOf } from "../api/client.ts";

/** The person's passkeys, app for codes and recovery codes. */
export const factorsQuery = queryOptions({
  queryKey: ["factors"],
  queryFn: ({ signal }) => dataOf(api.GET("/factors", { signal })),
});
