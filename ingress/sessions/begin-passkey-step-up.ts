import { findPasskeysOf } from "../../sql/factors/passkeys.ts";
import { conflict } from "../http/problems.ts";
import { personRoute } from "../http/session-route.ts";
import { signatureOptions, ceremonyOptions } from "../factors/passkey.ts";

export const beginPasskeyStepUp = personRoute({
  method: "post",
  path: "/dashboard/api/step-up/passkey",
  summary: "Get options for confirming with a passkey",
  permission: "person",
  guardsAccount: true,
  success: { status: 200, data: ceremonyOptions },
  errors: ["STATE_CONFLICT"],
  handler: async ({ session }, { config, database }) => {
    const passkeys = await findPasskeysOf(database, session.personId);
    if (passkeys.length === 0) throw conflict("You don't have a passkey.");
    const use = { for: "step-up", session: session.reference } as const;
    return { data: { ...(await signatureOptions(config, use, passkeys)) } };
  },
});
