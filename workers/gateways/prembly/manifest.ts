import { appId, liveKey, type IdentitySettings } from "../manifest/identity-settings.ts";
import { identityManifest } from "../manifest/provider-manifest.ts";
import { providerUrl } from "../manifest/setting-kinds.ts";

export const prembly = identityManifest({
  settings: {
    PREMBLY_APP_ID: appId.describe("prembly, workers only: the id of your app there."),
    PREMBLY_API_KEY: liveKey.describe("prembly, workers only: its live key."),
    PREMBLY_URL: providerUrl.describe(
      "For tests: another server that behaves like Prembly. Empty: its public API.",
    ),
  },
  needed: { workers: ["PREMBLY_APP_ID", "PREMBLY_API_KEY"] },
  workersOnly: ["PREMBLY_API_KEY"],
  url: "PREMBLY_URL",
  read: (values): IdentitySettings => ({
    url: values.PREMBLY_URL ?? "https://api.prembly.com",
    appId: values.PREMBLY_APP_ID!,
    secret: values.PREMBLY_API_KEY!,
  }),
});
