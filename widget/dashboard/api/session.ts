import { queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";
import { api, dataOf } from "./client.ts";
import { sessionKey } from "./query-client.ts";
import type { Session } from "./types.ts";

/** Who is signed in, and for which merchant. Fails with AUTH_REQUIRED where nobody is. */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: ({ signal }) => {
    if (isKnownToBeNone())
      throw new ApiError(401, { code: "AUTH_REQUIRED", message: "Nobody is signed in." });
    return dataOf(api.GET("/session", { signal }));
  },
  staleTime: 30_000,
  // Another tab may have gone to another business meanwhile.
  refetchOnWindowFocus: "always",
});

/**
 * Whether the page came without a session's cookie, as the service wrote into it: then it need not be asked, which the
 * browser would log as an error. Known once: the person may sign in in another tab.
 */
function isKnownToBeNone(): boolean {
  const page = document.documentElement;
  const isNone = page.dataset["session"] === "none";
  delete page.dataset["session"];
  return isNone;
}

/** The session, on screens that only who is signed in sees. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data;
}
