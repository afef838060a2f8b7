import { createRouter } from "@tanstack/react-router";
import { queryClient } from "./api/query-client.ts";
import { NotFound, ScreenSkeleton } from "./components/messages/states.tsx";
import { routeTree } from "./routes.tsx";
import { FailedRoute } from "./shell/failed-route.tsx";

/** The dashboard's screens by their paths below /dashboard. */
export const router = createRouter({
  routeTree,
  basepath: "/dashboard",
  context: { queryClient },
  // Pointing at a link preloads its screen.
  defaultPreload: "intent",
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 150,
  defaultPendingMinMs: 0,
  scrollRestoration: true,
  defaultPendingComponent: ScreenSkeleton,
  defaultErrorComponent: FailedRoute,
  defaultNotFoundComponent: NotFound,
  // Plain parameters, as in the API: the router's default would write JSON.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(search as Record<string, string>).toString();
    return text === "" ? "" : `?${text}`;
  },
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
