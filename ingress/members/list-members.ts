import { z } from "zod";
import { listMembers as list } from "../../sql/members/members.ts";
import { memberJson } from "../../sql/members/member-json.ts";
import { memberRoute } from "../http/session-route.ts";

export const listMembers = memberRoute({
  method: "get",
  path: "/dashboard/api/members",
  summary: "List members and their roles",
  permission: "read",
  success: { status: 200, data: z.array(memberJson) },
  handler: async ({ session: { merchantId } }, { database }) => ({
    data: await list(database, merchantId),
  }),
});
