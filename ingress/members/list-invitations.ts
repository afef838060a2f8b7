import { z } from "zod";
import { listInvitations as list } from "../../sql/members/invitations.ts";
import { memberRoute } from "../http/session-route.ts";
import { invitationJson } from "../../sql/members/member-json.ts";

export const listInvitations = memberRoute({
  method: "get",
  path: "/dashboard/api/invitations",
  summary: "List open invitations",
  permission: "read",
  success: { status: 200, data: z.array(invitationJson) },
  handler: async ({ session: { merchantId } }, { database }) => ({
    data: await list(database, merchantId),
  }),
});
