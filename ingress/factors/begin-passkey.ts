import { personRoute } from "../http/session-route.ts";
import { registrationOptions, ceremonyOptions } from "./passkey.ts";

export const beginPasskey = personRoute({
  method: "post",
  path: "/dashboard/api/passkeys/begin",
  summary: "Get options for navigator.credentials.create",
  permission: "person",
  stepUp: true,
  success: { status: 200, data: ceremonyOptions },
  handler: async ({ session }, { config, database }) => ({
    data: { ...(await registrationOptions(config, database, session)) },
  }),
});
