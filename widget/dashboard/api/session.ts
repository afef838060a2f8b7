import { queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import { api, dataOf } from "./client.ts";
import { sessionKey } from "./query-client.ts";
import type { Session } from "./types.ts";

/** Who is signed in, and for which merchant. Fails with AUTH_REQUIRED where nobody is. */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: ({ signal }) => dataOf(api.GET("/session", { signal })),
  staleTime: 30_000,
  // Another tab may have gone to another business meanwhile.
  refetchOnWindowFocus: "always",
});

/** The session, on screens that only who is signed in sees. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data;
}
