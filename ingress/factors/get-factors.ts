import { z } from "zod";
import { listPasskeys } from "../../sql/factors/passkeys.ts";
import { findSecondFactors } from "../../sql/factors/second-factors.ts";
import { personRoute } from "../http/session-route.ts";
import { passkeyJson } from "../../sql/factors/passkey-json.ts";

export const getFactors = personRoute({
  method: "get",
  path: "/dashboard/api/factors",
  summary: "Get the person's passkeys, authenticator app and recovery codes",
  permission: "person",
  guardsAccount: true,
  success: {
    status: 200,
    data: z.object({
      passkeys: z.array(passkeyJson),
      totpSince: z.string().nullable().describe("When the authenticator app was turned on, or null."),
      recoveryCodesLeft: z.int(),
    }),
  },
  handler: async ({ session: { personId } }, { database }) => {
    const { totpSince, recoveryCodesLeft } = await findSecondFactors(database, personId);
    const passkeys = [...(await listPasskeys(database, personId))];
    return { data: { passkeys, totpSince, recoveryCodesLeft } };
  },
});
