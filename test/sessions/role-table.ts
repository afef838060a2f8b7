import { routes } from "../../ingress/api-routes.ts";
import { dashboardRoutes } from "../../ingress/dashboard/dashboard-routes.ts";
import type { Route } from "../../ingress/http/route.ts";
import { isPermitted } from "../../ingress/http/session.ts";
import { memberRoles } from "../../sql/members/member-json.ts";

/**
 * Who may call: somebody without a session, with a session and no business, with one of the roles at a business, or a
 * reviewer of the platform.
 */
export const callers = ["nobody", "person", ...memberRoles, "reviewer"] as const;
export type Caller = (typeof callers)[number];

/**
 * Whether somebody may call a route at all, in an environment where its path names one: the table that
 * docs/routes-by-role.md prints and the tests try.
 */
export function mayCall(caller: Caller, route: Route, environment: "test" | "live"): boolean {
  const permission = permissionIn(route);
  if (permission === undefined) return true;
  if (caller === "nobody") return false;
  if (permission === "person") return true;
  if (permission === "review") return caller === "reviewer";
  // A reviewer of the platform is nobody at a merchant.
  if (caller === "person" || caller === "reviewer") return false;
  return isPermitted(caller, permission, namesEnvironment(route) ? environment : undefined);
}

function permissionIn(route: Route) {
  if (route.access === "key") return route.orSession;
  return route.access === "session" ? route.permission : undefined;
}

/** Whether a route with a session is about one environment: the path names it, or with the API the query. */
export const namesEnvironment = ({ access, path }: Route) =>
  access === "key" || path.includes(":environment");

/** The routes of the dashboard, and those of the API that take a session too. */
export const routesForPeople: readonly Route[] = [
  ...Object.values(routes).filter((route) => route.access === "key" && route.orSession !== undefined),
  ...dashboardRoutes,
];

const intro = `# The dashboard's routes by role

Who may call which route of the dashboard's API, by its method: **nobody** has no session; a **person** is signed in and
belongs to no business; then the roles at the business that the session shows; a **reviewer** reviews businesses for the
platform, and has no role at any. Whoever has several of these may do what each may. _Proof_: the person must have
proved who they are within the last ten minutes; _live_: where it is about live money. **test**: in the test environment
only.

Two routes of the API, below \`/v1\`, take a session as well as a key.

Another method of a known path gets 405 with \`Allow\`. What may be called is still refused where it is about another
business.

This page is made from the table of routes. \`test/sessions/who-may-call.test.ts\` tries each of its cells, and fails
where the page is not true; \`npx vitest run test/sessions/who-may-call.test.ts --update\` writes it again.
`;

/** The page, as prettier would write it. */
export function describeRoles(): string {
  const rows = routesForPeople
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    .map((route) => [
      `\`${route.method.toUpperCase()} ${route.path.replace("/dashboard/api", "")}\``,
      ...callers.map((caller) =>
        mayCall(caller, route, "live") ? "yes" : mayCall(caller, route, "test") ? "test" : "",
      ),
      (route.access === "session" && (route.stepUp === true ? "yes" : route.stepUp)) || "",
    ]);
  const head = ["Route, below `/dashboard/api`", ...callers, "Proof"];
  const widths = head.map((_, n) => Math.max(...[head, ...rows].map((row) => row[n]!.length)));
  const line = (cells: string[]) => `| ${cells.map((cell, n) => cell.padEnd(widths[n]!)).join(" | ")} |`;
  return [intro, line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line), ""].join(
    "\n",
  );
}

/** Sorts by the path, then by the method. */
const keyOf = ({ path, method }: Route) => `${path} ${method}`;
