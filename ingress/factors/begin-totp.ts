import { z } from "zod";
import { beginTotp as begin } from "../../sql/factors/totp.ts";
import { conflict } from "../http/problems.ts";
import { personRoute } from "../http/session-route.ts";
import { makeTotpSecret, totpUri } from "./totp.ts";

export const beginTotp = personRoute({
  method: "post",
  path: "/dashboard/api/totp/begin",
  summary: "Get a secret for an authenticator app",
  permission: "person",
  stepUp: true,
  success: {
    status: 200,
    data: z.object({ secret: z.string(), uri: z.string().describe("Show it as a QR code.") }),
  },
  errors: ["STATE_CONFLICT"],
  handler: async ({ session: { personId, email } }, { config, database }) => {
    const secret = makeTotpSecret();
    if (!(await begin(database, config.encryptionKeys, personId, secret))) {
      throw conflict("You already use an authenticator app. Turn it off first.");
    }
    const issuer = new URL(config.publicUrl).host;
    return { data: { secret, uri: totpUri(secret, { issuer, account: email }) } };
  },
});
