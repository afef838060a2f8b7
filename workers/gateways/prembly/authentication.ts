import type { IdentitySettings } from "../manifest/identity-settings.ts";

/** Prembly's authentication headers. It has no other. */
export function authentication({ appId, secret }: Pick<IdentitySettings, "appId" | "secret">) {
  return { "app-id": appId, "x-api-key": secret };
}
