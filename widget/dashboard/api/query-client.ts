import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";

const SECOND = 1_000;

/** The key of the session in the cache, for those that the session's own query depends on. */
export const sessionKey = ["session"] as const;

/**
 * Keeps what was loaded. Loads again what may pass, never what was refused. A change is sent at once or fails at once:
 * by default the library would keep it while the browser is offline, and send it later, when nobody expects it.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Says that there is no connection, where the library would wait for one without a word.
      networkMode: "always",
      refetchOnReconnect: true,
      // Long enough that what a link preloads is not loaded twice, short enough to be believed.
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
