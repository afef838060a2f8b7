import type { IdentitySettings } from "../manifest/identity-settings.ts";

/** Dojah's authentication headers. The key is sent as it is, not as a bearer token. */
export function authentication({ appId, secret }: Pick<IdentitySettings, "appId" | "secret">) {
  return { appid: appId, authorization: secret };
}
