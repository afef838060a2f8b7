import { queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";
import { api, dataOf } from "./client.ts";
import { sessionKey } from "./query-client.ts";
import type { Session } from "./types.ts";

/** Who is signed in, and for which merchant. Fails with AUTH_REQUIRED if nobody is. */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: ({ signal }) => {
    if (isKnownToBeNone())
      throw new ApiError(401, { code: "AUTH_REQUIRED", message: "Nobody is signed in." });
    return dataOf(api.GET("/session", { signal }));
  },
  staleTime: 30_000,
  // Another tab may have switched to another business.
  refetchOnWindowFocus: "always",
});

/**
 * Whether the page was sent without a session's cookie, as the service wrote into it. Then the session is not
 * requested, since the browser would log the error. Read once: the person may sign in in another tab.
 */
function isKnownToBeNone(): boolean {
  const page = document.documentElement;
  const isNone = page.dataset["session"] === "none";
  delete page.dataset["session"];
  return isNone;
}

/** The session, on screens that need one. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data;
}
