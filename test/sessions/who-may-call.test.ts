import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import type { Route } from "../../ingress/http/route.ts";
import { memberRoles, type MemberRole } from "../../sql/members/member-json.ts";
import { createMember } from "../helpers/create-member.ts";
import { createPerson } from "../helpers/create-person.ts";
import { test } from "../helpers/test.ts";
import { wellFormedPath } from "../http/well-formed-path.ts";
import {
  callers,
  describeRoles,
  mayCall,
  namesEnvironment,
  routesForPeople,
  type Caller,
} from "./role-table.ts";

test("the page of the routes by role says what the table of routes does", async () => {
  const page = fileURLToPath(new URL("../../docs/routes-by-role.md", import.meta.url));
  await expect(describeRoles()).toMatchFileSnapshot(page);
});

test.for(callers)(
  "%s: every route that takes a session is open to them, or refused, as the table says",
  async (caller, { fileDatabase, fileIngress }) => {
    const { tenant } = await createMember(fileDatabase);
    const isMember = (who: Caller): who is MemberRole => memberRoles.some((role) => role === who);
    for (const [route, environment] of routesForPeople.flatMap((each) => inEachEnvironment(each))) {
      // For each, somebody else: some routes end the membership or the session.
      const { session } = await createPerson(
        fileDatabase,
        isMember(caller) ? [[tenant.merchantId, caller]] : [],
        { isReviewer: caller === "reviewer" },
      );
      const { status, error } = await fileIngress.call(
        route.method.toUpperCase(),
        pathOf(route, environment),
        {
          ...(caller !== "nobody" && { session }),
          ...(route.method !== "get" && { body: {}, headers: { "sec-fetch-site": "same-origin" } }),
        },
      );
      const refusal = caller === "nobody" ? "AUTH_REQUIRED" : "ROLE_INSUFFICIENT";
      const what = `${environment} ${route.method} ${route.path}: ${status} ${error?.code}`;
      // Some public routes finish what a sign-in has begun; without one they ask for it.
      const isAsked = route.access === "public" && error?.code === "AUTH_REQUIRED";
      expect([what, error?.code === refusal && !isAsked]).toEqual([
        what,
        !mayCall(caller, route, environment),
      ]);
      expect([what, status >= 500]).toEqual([what, false]);
    }
  },
);

const inEachEnvironment = (route: Route): [Route, "test" | "live"][] =>
  namesEnvironment(route)
    ? [
        [route, "test"],
        [route, "live"],
      ]
    : [[route, "test"]];

const pathOf = (route: Route, environment: string) =>
  wellFormedPath({ ...route, path: route.path.replace(":environment", environment) }) +
  (route.access === "key" ? `?environment=${environment}` : "");
