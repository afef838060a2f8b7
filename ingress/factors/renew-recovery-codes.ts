import { z } from "zod";
import { renewRecoveryCodes as renew } from "../../sql/factors/second-factors.ts";
import { conflict } from "../http/problems.ts";
import { personRoute } from "../http/session-route.ts";
import { makeRecoveryCodes } from "./recovery-codes.ts";

export const renewRecoveryCodes = personRoute({
  method: "post",
  path: "/dashboard/api/recovery-codes",
  summary: "Generate new recovery codes",
  permission: "person",
  stepUp: true,
  success: { status: 201, data: z.object({ recoveryCodes: z.array(z.string()) }) },
  errors: ["STATE_CONFLICT"],
  handler: async ({ session }, { database }) => {
    const { codes, hashes } = makeRecoveryCodes();
    if (!(await renew(database, { personId: session.personId, hashes, acting: session.acting }))) {
      throw conflict("Add a passkey or an authenticator app first.");
    }
    return { data: { recoveryCodes: codes } };
  },
});
