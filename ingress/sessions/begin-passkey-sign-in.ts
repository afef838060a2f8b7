import { publicRoute } from "../http/route.ts";
import { signatureOptions, ceremonyOptions } from "../factors/passkey.ts";

/** Reveals nothing about accounts: the browser offers the passkeys that it has for this site. */
export const beginPasskeySignIn = publicRoute({
  method: "post",
  path: "/dashboard/api/sign-in/passkey/begin",
  summary: "Get options for signing in with a passkey",
  addressLimit: "sign-in",
  success: { status: 200, data: ceremonyOptions },
  handler: async (_call, { config }) => ({
    data: { ...(await signatureOptions(config, { for: "sign-in" })) },
  }),
});
