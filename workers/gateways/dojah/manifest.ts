import { appId, liveKey, type IdentitySettings } from "../manifest/identity-settings.ts";
import { identityManifest } from "../manifest/provider-manifest.ts";
import { providerUrl } from "../manifest/setting-kinds.ts";

export const dojah = identityManifest({
  settings: { DOJAH_APP_ID: appId, DOJAH_SECRET_KEY: liveKey, DOJAH_URL: providerUrl },
  needed: { workers: ["DOJAH_APP_ID", "DOJAH_SECRET_KEY"] },
  workersOnly: ["DOJAH_SECRET_KEY"],
  url: "DOJAH_URL",
  read: (values): IdentitySettings => ({
    url: values.DOJAH_URL ?? "https://api.dojah.io",
    appId: values.DOJAH_APP_ID!,
    secret: values.DOJAH_SECRET_KEY!,
  }),
});
