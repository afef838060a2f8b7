import { z } from "zod";
import { addPasskey as add } from "../../sql/factors/passkeys.ts";
import { conflict } from "../http/problems.ts";
import { personRoute } from "../http/session-route.ts";
import { passkeyName, recoveryCodesOnce } from "./passkey-fields.ts";
import { checkNewPasskey, newCredential, notAccepted } from "./passkey.ts";
import { makeRecoveryCodes } from "./recovery-codes.ts";

export const addPasskey = personRoute({
  method: "post",
  path: "/dashboard/api/passkeys",
  summary: "Add a passkey created by navigator.credentials.create",
  permission: "person",
  request: { body: z.object({ name: passkeyName, credential: newCredential }) },
  success: { status: 201, data: z.object({ passkey: z.string(), recoveryCodes: recoveryCodesOnce }) },
  errors: ["STATE_CONFLICT"],
  handler: async ({ session, body: { name, credential } }, { config, database }) => {
    const made = await checkNewPasskey(config, credential, session);
    const { codes, hashes } = makeRecoveryCodes();
    const { outcome, passkey, isFirst } = await add(
      database,
      session,
      { ...made, name },
      hashes,
      session.acting,
    );
    if (outcome === "challenge_used") throw notAccepted();
    if (outcome === "too_many") throw conflict("You've reached the limit of 20 passkeys. Remove one first.");
    if (outcome === "known") throw conflict("This passkey is already registered.");
    return { data: { passkey: passkey!, recoveryCodes: isFirst ? codes : null } };
  },
});
