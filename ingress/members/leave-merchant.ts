import { z } from "zod";
import { removeMember } from "../../sql/members/members.ts";
import { memberRoute } from "../http/session-route.ts";
import { lastOwner } from "./member-fields.ts";

export const leaveMerchant = memberRoute({
  method: "post",
  path: "/dashboard/api/members/leave",
  summary: "Leave the current merchant",
  permission: "read",
  success: { status: 200, data: z.object({ left: z.literal(true) }) },
  errors: ["STATE_CONFLICT"],
  handler: async ({ session }, { database }) => {
    // Nobody has decided about the person's keys yet: the owners' mail lists them.
    const keep = null;
    const { merchantId, person } = session;
    const left = { merchantId, person, acting: session.acting, keep, caller: undefined };
    const outcome = await removeMember(database, left);
    if (outcome === "last_owner") throw lastOwner();
    return { data: { left: true } };
  },
});
