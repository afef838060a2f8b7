import { z } from "zod";
import { disableTotp as disable } from "../../sql/factors/totp.ts";
import { conflict } from "../http/problems.ts";
import { personRoute } from "../http/session-route.ts";

export const disableTotp = personRoute({
  method: "post",
  path: "/dashboard/api/totp/disable",
  summary: "Turn off the authenticator app",
  permission: "person",
  guardsAccount: true,
  stepUp: true,
  success: { status: 200, data: z.object({ disabled: z.literal(true) }) },
  errors: ["STATE_CONFLICT"],
  handler: async ({ session }, { database }) => {
    if (!(await disable(database, { personId: session.personId, acting: session.acting }))) {
      throw conflict("You don't use an authenticator app.");
    }
    return { data: { disabled: true } };
  },
});
