import { z } from "zod";
import { removeMember as remove } from "../../sql/queries/members.ts";
import { reference } from "../http/fields.ts";
import { notFound } from "../http/problems.ts";
import { memberRoute } from "../http/session-route.ts";
import { actingIn } from "../http/session.ts";
import { lastOwner } from "./member-fields.ts";

export const removeMember = memberRoute({
  method: "post",
  path: "/dashboard/api/members/:reference/remove",
  summary: "Remove a member from the merchant",
  permission: "own",
  stepUp: true,
  request: { params: z.object({ reference: reference("per") }) },
  success: { status: 200, data: z.object({ removed: z.literal(true) }) },
  errors: ["NOT_FOUND", "STATE_CONFLICT"],
  handler: async ({ session, params }, { database }) => {
    const outcome = await remove(database, session.merchantId, params.reference, actingIn(session));
    if (outcome === "not_found") throw notFound();
    if (outcome === "last_owner") throw lastOwner();
    return { data: { removed: true } };
  },
});
