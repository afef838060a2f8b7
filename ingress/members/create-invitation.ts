import { z } from "zod";
import { createInvitation as create } from "../../sql/members/invitations.ts";
import { memberRoles } from "../../sql/members/member-json.ts";
import { oneOf } from "../http/fields.ts";
import { conflict } from "../http/problems.ts";
import { memberRoute } from "../http/session-route.ts";
import { personEmail } from "../people/person-fields.ts";

export const createInvitation = memberRoute({
  method: "post",
  path: "/dashboard/api/invitations",
  summary: "Invite someone by email",
  permission: "own",
  stepUp: true,
  request: { body: z.object({ email: personEmail, role: oneOf(memberRoles) }) },
  success: { status: 201, data: z.object({ reference: z.string() }) },
  errors: ["STATE_CONFLICT"],
  handler: async ({ session, body }, { database, config }) => {
    const { outcome, invitation } = await create(
      database,
      config.encryptionKeys,
      session.merchantId,
      body,
      session.acting,
      session.by,
    );
    if (outcome === "member") throw conflict("This person is already a member.");
    if (outcome === "too_many") {
      throw conflict("Invitation limit reached: 20 a day, 50 open, 3 an hour per address, and 100 people.");
    }
    return { data: { reference: invitation! } };
  },
});
