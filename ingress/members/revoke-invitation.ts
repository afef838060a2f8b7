import { z } from "zod";
import { revokeInvitation as revoke } from "../../sql/members/invitations.ts";
import { reference } from "../http/fields.ts";
import { notFound } from "../http/problems.ts";
import { memberRoute } from "../http/session-route.ts";

export const revokeInvitation = memberRoute({
  method: "post",
  path: "/dashboard/api/invitations/:reference/revoke",
  summary: "Revoke an open invitation",
  permission: "own",
  request: { params: z.object({ reference: reference("inv") }) },
  success: { status: 200, data: z.object({ revoked: z.literal(true) }) },
  errors: ["NOT_FOUND"],
  handler: async ({ session, params }, { database }) => {
    if (
      !(await revoke(database, {
        merchantId: session.merchantId,
        reference: params.reference,
        acting: session.acting,
      }))
    )
      throw notFound();
    return { data: { revoked: true } };
  },
});
