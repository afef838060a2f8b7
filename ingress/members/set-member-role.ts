import { z } from "zod";
import { setMemberRole as set } from "../../sql/members/members.ts";
import { renewSession } from "../../sql/sessions/sessions.ts";
import { memberRoles } from "../../sql/members/member-json.ts";
import { oneOf, reference } from "../http/fields.ts";
import { notFound } from "../http/problems.ts";
import { memberRoute } from "../http/session-route.ts";
import { sessionCookie } from "../http/session.ts";
import { lastOwner } from "./member-fields.ts";

/** The member's sessions that show this merchant end; who changes their own role gets a new token in this one. */
export const setMemberRole = memberRoute({
  method: "patch",
  path: "/dashboard/api/members/:reference",
  summary: "Change a member's role",
  permission: "own",
  stepUp: true,
  request: {
    params: z.object({ reference: reference("per") }),
    body: z.object({ role: oneOf(memberRoles) }),
  },
  success: { status: 200, data: z.object({ role: z.enum(memberRoles) }) },
  errors: ["NOT_FOUND", "STATE_CONFLICT"],
  handler: async ({ session, params: { reference: person }, body: { role } }, { database }) => {
    const change = { merchantId: session.merchantId, person, role, sessionId: session.id };
    const outcome = await set(database, { ...change, acting: session.acting, caller: session.by });
    if (outcome === "not_found") throw notFound();
    if (outcome === "last_owner") throw lastOwner();
    if (outcome === "unchanged" || person !== session.person) return { data: { role } };
    const token = await renewSession(database, session.id, { proved: false });
    return { data: { role }, ...(token !== null && { headers: { "set-cookie": sessionCookie.set(token) } }) };
  },
});
