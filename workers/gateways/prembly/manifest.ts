import { appId, liveKey, type IdentitySettings } from "../manifest/identity-settings.ts";
import { identityManifest } from "../manifest/provider-manifest.ts";
import { providerUrl } from "../manifest/setting-kinds.ts";

export const prembly = identityManifest({
  settings: { PREMBLY_APP_ID: appId, PREMBLY_API_KEY: liveKey, PREMBLY_URL: providerUrl },
  needed: { workers: ["PREMBLY_APP_ID", "PREMBLY_API_KEY"] },
  workersOnly: ["PREMBLY_API_KEY"],
  url: "PREMBLY_URL",
  read: (values): IdentitySettings => ({
    url: values.PREMBLY_URL ?? "https://api.prembly.com",
    appId: values.PREMBLY_APP_ID!,
    secret: values.PREMBLY_API_KEY!,
  }),
});
