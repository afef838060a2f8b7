import { queryOptions } from "@tanstack/react-query";
import { api, dataOf } from "../api/client.ts";

/** The origins that may embed the checkout, as the one page of a list. */
export const originsQuery = queryOptions({
  queryKey: ["origins"],
  queryFn: async ({ signal }) => {
    const origins = await dataOf(api.GET("/origins", { signal }));
    return { items: origins.map((origin) => ({ origin })), nextCursor: undefined };
  },
});
