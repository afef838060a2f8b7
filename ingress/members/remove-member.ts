import { z } from "zod";
import { removeMember as remove } from "../../sql/members/members.ts";
import { reference } from "../http/fields.ts";
import { notFound } from "../http/problems.ts";
import { memberRoute } from "../http/session-route.ts";
import { lastOwner } from "./member-fields.ts";

export const removeMember = memberRoute({
  method: "post",
  path: "/dashboard/api/members/:reference/remove",
  summary: "Remove a member and revoke their API keys",
  permission: "own",
  stepUp: true,
  request: {
    params: z.object({ reference: reference("per") }),
    body: z.object({
      keepKeys: z
        .array(reference("key"), { error: "must be a list of keys" })
        .max(400, { error: "must name at most 400 keys" })
        .default([])
        .describe("Keys the member created or rotated that should keep working. The others are revoked."),
    }),
  },
  success: { status: 200, data: z.object({ removed: z.literal(true) }) },
  errors: ["NOT_FOUND", "STATE_CONFLICT"],
  handler: async ({ session, params, body }, { database }) => {
    const outcome = await remove(database, {
      merchantId: session.merchantId,
      person: params.reference,
      keep: body.keepKeys,
      acting: session.acting,
      caller: session.by,
    });
    if (outcome === "not_found") throw notFound();
    if (outcome === "last_owner") throw lastOwner();
    return { data: { removed: true } };
  },
});
