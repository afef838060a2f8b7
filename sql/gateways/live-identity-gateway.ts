import { z } from "zod";
import { leavesUnencrypted, providerUrl } from "./provider-url.ts";

const testKey = /^(test|sandbox)/i;
const secret = z
  .string()
  .regex(/^[\x21-\x7e]{8,}$/, { error: "must be the provider's key, without spaces" })
  .refine((key) => !testKey.test(key), { error: "must be the live key, not one for tests" })
  .optional();
const appId = z
  .string()
  .regex(/^[\x21-\x7e]+$/, { error: "must be the id of your app, without spaces" })
  .optional();

/**
 * The settings of the provider that answers live identity checks, where that is not the live gateway itself. Only
 * workers use them; the ingress knows them to warn where it was given a key that it does not need.
 */
export const liveIdentityGatewaySettings = {
  LIVE_IDENTITY_GATEWAY: z
    .enum(["dojah", "prembly"], { error: "must be dojah or prembly, or empty for the live gateway itself" })
    .optional()
    .describe(
      "Workers only: who answers live identity checks, dojah or prembly " +
        "(docs/live-gateways.md#identity-records). Empty: the live gateway.",
    ),
  DOJAH_APP_ID: appId.describe("dojah, workers only: the id of your app there."),
  DOJAH_SECRET_KEY: secret.describe("dojah, workers only: its live key."),
  DOJAH_URL: providerUrl.describe(
    "For tests: another server that behaves like Dojah. Empty: its public API.",
  ),
  PREMBLY_APP_ID: appId.describe("prembly, workers only: the id of your app there."),
  PREMBLY_API_KEY: secret.describe("prembly, workers only: its live key."),
  PREMBLY_URL: providerUrl.describe(
    "For tests: another server that behaves like Prembly. Empty: its public API.",
  ),
};

/** What both need: where the provider is, and the two headers that it knows us by. */
export type LiveIdentityGateway = { kind: "dojah" | "prembly"; url: string; appId: string; secret: string };

type SettingName = keyof typeof liveIdentityGatewaySettings;
type Values = {
  [Name in SettingName]?: z.output<(typeof liveIdentityGatewaySettings)[Name]>;
} & { LIVE_GATEWAYS: string[]; NODE_ENV: string };

const settingsOf = {
  dojah: { needed: ["DOJAH_APP_ID", "DOJAH_SECRET_KEY"], url: "DOJAH_URL" },
  prembly: { needed: ["PREMBLY_APP_ID", "PREMBLY_API_KEY"], url: "PREMBLY_URL" },
} as const satisfies Record<string, { needed: SettingName[]; url: SettingName }>;

/** The provider that is set; undefined where there is none, and where a setting of it is missing. */
export function liveIdentityGatewayOf(values: Omit<Values, "NODE_ENV">): LiveIdentityGateway | undefined {
  switch (values.LIVE_IDENTITY_GATEWAY) {
    case "dojah": {
      const { DOJAH_URL: url = "https://api.dojah.io", DOJAH_APP_ID, DOJAH_SECRET_KEY } = values;
      if (DOJAH_APP_ID === undefined || DOJAH_SECRET_KEY === undefined) return undefined;
      return { kind: "dojah", url, appId: DOJAH_APP_ID, secret: DOJAH_SECRET_KEY };
    }
    case "prembly": {
      const { PREMBLY_URL: url = "https://api.prembly.com", PREMBLY_APP_ID, PREMBLY_API_KEY } = values;
      if (PREMBLY_APP_ID === undefined || PREMBLY_API_KEY === undefined) return undefined;
      return { kind: "prembly", url, appId: PREMBLY_APP_ID, secret: PREMBLY_API_KEY };
    }
    case undefined:
      return undefined;
  }
}

/**
 * Adds issues where there is no live gateway beside the provider, where a setting that it needs is missing, where one
 * belongs to another provider, and where it would be called without https.
 */
export function requireLiveIdentityGateway(values: Values, context: z.RefinementCtx): void {
  const chosen = values.LIVE_IDENTITY_GATEWAY;
  const refuse = (name: SettingName, message: string) =>
    context.addIssue({ code: "custom", path: [name], message });
  if (chosen !== undefined && values.LIVE_GATEWAYS.length === 0)
    refuse("LIVE_IDENTITY_GATEWAY", "needs LIVE_GATEWAYS: without it there are no live keys");
  for (const [owner, { needed, url }] of Object.entries(settingsOf)) {
    if (owner === chosen) {
      for (const name of needed)
        if (values[name] === undefined) refuse(name, `is required with LIVE_IDENTITY_GATEWAY=${chosen}`);
      if (leavesUnencrypted(values[url], values.NODE_ENV)) refuse(url, "must be an https URL");
    } else {
      for (const name of [...needed, url])
        if (values[name] !== undefined)
          refuse(name, `is for LIVE_IDENTITY_GATEWAY=${owner}, not ${chosen ?? "none"}`);
    }
  }
}
