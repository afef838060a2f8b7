import { z } from "zod";
import { listPasskeys } from "../../sql/factors/passkeys.ts";
import { findSecondFactors } from "../../sql/factors/second-factors.ts";
import { personRoute } from "../http/session-route.ts";
import { passkeyJson } from "./passkey-fields.ts";

export const getFactors = personRoute({
  method: "get",
  path: "/dashboard/api/factors",
  summary: "Show the person's passkeys, app for codes and recovery codes",
  permission: "person",
  guardsAccount: true,
  request: {},
  success: {
    status: 200,
    data: z.object({
      passkeys: z.array(passkeyJson),
      totpSince: z.string().nullable().describe("Since when an app makes codes; null: there is none."),
      recoveryCodesLeft: z.int(),
    }),
  },
  errors: [],
  handler: async ({ session: { personId } }, { database }) => {
    const { totpSince, recoveryCodesLeft } = await findSecondFactors(database, personId);
    return {
      data: { passkeys: await listPasskeys(database, personId), totpSince, recoveryCodesLeft },
    };
  },
});
