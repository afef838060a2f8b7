import { z } from "zod";
import { listMembers as list } from "../../sql/members/members.ts";
import { memberRoles } from "../../sql/sessions/sessions.ts";
import { memberRoute } from "../http/session-route.ts";

export const listMembers = memberRoute({
  method: "get",
  path: "/dashboard/api/members",
  summary: "List members and their roles",
  permission: "read",
  success: {
    status: 200,
    data: z.array(
      z
        .object({
          reference: z.string(),
          name: z.string(),
          email: z.string(),
          role: z.enum(memberRoles),
          hasSecondFactor: z.boolean(),
          since: z.string(),
        })
        .meta({ id: "Member" }),
    ),
  },
  handler: async ({ session: { merchantId } }, { database }) => ({
    data: await list(database, merchantId),
  }),
});
