import { z } from "zod";
import { confirmTotp as confirm, findTotpSecret } from "../../sql/factors/totp.ts";
import { conflict } from "../http/problems.ts";
import { personRoute } from "../http/session-route.ts";
import { recoveryCodesOnce } from "./passkey-fields.ts";
import { countingAttempts, totpCodeField, wrongCode } from "../sessions/prove-second-factor.ts";
import { makeRecoveryCodes } from "./recovery-codes.ts";
import { stepOfCode } from "./totp.ts";

export const confirmTotp = personRoute({
  method: "post",
  path: "/dashboard/api/totp",
  summary: "Turn on the authenticator app with its first code",
  permission: "person",
  request: { body: z.object({ code: totpCodeField }) },
  success: { status: 201, data: z.object({ recoveryCodes: recoveryCodesOnce }) },
  errors: ["STATE_CONFLICT"],
  handler: async ({ session, body: { code } }, { config, database }) => {
    const { personId } = session;
    const begun = await findTotpSecret(database, config.encryptionKeys, personId, "begun");
    if (begun === null) throw notBegun();
    const step = await countingAttempts({ database }, personId, { session: session.reference }, async () => {
      const found = stepOfCode(begun.secret, code);
      if (found === undefined) throw wrongCode();
      return found;
    });
    const { codes, hashes } = makeRecoveryCodes();
    const { outcome, isFirst } = await confirm(
      database,
      session,
      { encrypted: begun.encrypted, step, recoveryHashes: hashes },
      session.acting,
    );
    if (outcome === "not_begun") throw notBegun();
    return { data: { recoveryCodes: isFirst ? codes : null } };
  },
});

const notBegun = () => conflict("This QR code has expired. Start again.");
