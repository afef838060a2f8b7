import { appId, liveKey, type IdentitySettings } from "../manifest/identity-settings.ts";
import { identityManifest } from "../manifest/provider-manifest.ts";
import { providerUrl } from "../manifest/setting-kinds.ts";

export const dojah = identityManifest({
  settings: {
    DOJAH_APP_ID: appId.describe("dojah, workers only: the id of your app there."),
    DOJAH_SECRET_KEY: liveKey.describe("dojah, workers only: its live key."),
    DOJAH_URL: providerUrl.describe(
      "For tests: another server that behaves like Dojah. Empty: its public API.",
    ),
  },
  needed: { workers: ["DOJAH_APP_ID", "DOJAH_SECRET_KEY"] },
  workersOnly: ["DOJAH_SECRET_KEY"],
  url: "DOJAH_URL",
  read: (values): IdentitySettings => ({
    url: values.DOJAH_URL ?? "https://api.dojah.io",
    appId: values.DOJAH_APP_ID!,
    secret: values.DOJAH_SECRET_KEY!,
  }),
});
