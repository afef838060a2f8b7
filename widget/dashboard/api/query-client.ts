import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";

const SECOND = 1_000;

/** The session's key in the cache, for queries on which the session's own depends. */
export const sessionKey = ["session"] as const;

/**
 * Caches data. Retries failures that may pass, never refusals. A change is sent at once or fails at once: by default
 * the library would hold it while the browser is offline, and send it when nobody expects it.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Fails without a connection; the library would wait silently.
      networkMode: "always",
      refetchOnReconnect: true,
      // Long enough that preloaded data is not loaded twice, short enough to be fresh.
      staleTime: 5 * SECOND,
      gcTime: 5 * 60 * SECOND,
      retry: (failures, error) => failures < 2 && mayPass(error),
      retryDelay: (failures) => Math.min(8, 2 ** failures) * SECOND,
      refetchOnWindowFocus: true,
      throwOnError: false,
    },
    mutations: { networkMode: "always", retry: false },
  },
});

function mayPass(error: unknown): boolean {
  return error instanceof ApiError ? error.status === 0 || error.status >= 500 : false;
}
