import type { IdentitySettings } from "../manifest/identity-settings.ts";

/** The headers that Dojah knows us by. The key goes out as it is, not as a bearer token. */
export function authentication({ appId, secret }: Pick<IdentitySettings, "appId" | "secret">) {
  return { appid: appId, authorization: secret };
}
