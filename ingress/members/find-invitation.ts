import { z } from "zod";
import { findInvitation as find } from "../../sql/members/invitations.ts";
import { memberRoles } from "../../sql/members/member-json.ts";
import { publicRoute } from "../http/route.ts";
import { invitationToken, noInvitation } from "./invitation-fields.ts";

/** The token's holder has read the mail, so may know whether its address has an account. */
export const findInvitation = publicRoute({
  method: "post",
  path: "/dashboard/api/invitations/find",
  summary: "Get an invitation",
  addressLimit: "sign-in",
  request: { body: z.object({ token: invitationToken }) },
  success: {
    status: 200,
    data: z.object({
      business: z.string(),
      email: z.string(),
      role: z.enum(memberRoles),
      hasAccount: z.boolean().describe("Sign in to accept it; otherwise sign up with it."),
    }),
  },
  errors: ["NOT_FOUND"],
  handler: async ({ body: { token } }, { database }) => {
    const invitation = await find(database, token);
    if (invitation === null) throw noInvitation();
    return { data: invitation };
  },
});
