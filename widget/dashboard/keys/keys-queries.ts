import { queryOptions } from "@tanstack/react-query";
import { api, dataOf } from "../api/client.ts";
import type { ApiKey, Environment } from "../api/types.ts";

/** The keys of one environment, as the one page of a list. */
export const keysQuery = (environment: Environment) =>
  queryOptions({
    queryKey: [environment, "keys"],
    queryFn: async ({ signal }) => {
      const items: ApiKey[] = await dataOf(
        api.GET("/{environment}/keys", { params: { path: { environment } }, signal }),
      );
      return { items, nextCursor: undefined };
    },
  });

/** The address that the API sees this browser at. */
export const ownAddressQuery = queryOptions({
  queryKey: ["own-address"],
  queryFn: async ({ signal }) => (await dataOf(api.GET("/own-address", { signal }))).address,
});
