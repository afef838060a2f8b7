import { z } from "zod";
import { splitList } from "./settings.ts";

const tooShort = "must have at least 32 characters";

/**
 * The settings of the provider of live money. Two secrets, one for each direction, so that a captured request to the
 * provider cannot be used to report money that never came:
 *
 * - `LIVE_GATEWAY_SECRET` goes out with every request. Only workers use it.
 * - `LIVE_GATEWAY_WEBHOOK_SECRETS` sign the provider's notifications: one, or two while the second replaces the first.
 *   Only the ingress uses them.
 */
export const liveGatewaySettings = {
  LIVE_GATEWAY: z.enum(["http"], { error: "must be http, or empty for none" }).optional(),
  LIVE_GATEWAY_URL: z.url({ protocol: /^https?$/, error: "must be an http or https URL" }).optional(),
  LIVE_GATEWAY_SECRET: z.string().min(32, { error: tooShort }).optional(),
  LIVE_GATEWAY_WEBHOOK_SECRETS: z
    .string()
    .transform(splitList)
    .refine((secrets) => secrets.length >= 1 && secrets.length <= 2, {
      error: "must be one secret, or two separated by a comma",
    })
    .refine((secrets) => secrets.every((secret) => secret.length >= 32), { error: tooShort })
    .optional(),
};

/** What workers need: the base of the provider's paths (see workers/gateways/http), and what they authenticate with. */
export type LiveGateway = { url: string; secret: string };

type SettingName = keyof typeof liveGatewaySettings;
type Values = {
  [Name in SettingName]?: z.output<(typeof liveGatewaySettings)[Name]>;
} & { NODE_ENV: string };

/** The live gateway that is set; undefined where there is none. */
export function liveGatewayOf(values: Omit<Values, "NODE_ENV">): LiveGateway | undefined {
  const { LIVE_GATEWAY, LIVE_GATEWAY_URL: url, LIVE_GATEWAY_SECRET: secret } = values;
  return LIVE_GATEWAY === undefined || url === undefined || secret === undefined
    ? undefined
    : { url, secret };
}

/**
 * Whether live money may move: in production, and with a live gateway whatever NODE_ENV says. Settings and database
 * must then be safe.
 */
export function movesLiveMoney(values: Pick<Values, "LIVE_GATEWAY" | "NODE_ENV">): boolean {
  return values.NODE_ENV === "production" || values.LIVE_GATEWAY !== undefined;
}

/**
 * Returns the check for a process that needs these settings of the live gateway. It adds issues where one of them is
 * missing, where the provider would be called without https, and where one secret serves both
 * directions, as far as the process was given both.
 */
export function requireLiveGateway(...needed: SettingName[]) {
  return (values: Values, context: z.RefinementCtx): void => {
    if (values.LIVE_GATEWAY === undefined) return;
    const refuse = (name: SettingName, message: string) =>
      context.addIssue({ code: "custom", path: [name], message });
    for (const name of needed) {
      if (values[name] === undefined) refuse(name, "is required with LIVE_GATEWAY");
    }
    const url = URL.parse(values.LIVE_GATEWAY_URL ?? "");
    // Unencrypted http is safe only within this machine.
    const staysHere = url !== null && ["127.0.0.1", "[::1]", "localhost"].includes(url.hostname);
    if (url?.protocol === "http:" && (values.NODE_ENV === "production" || !staysHere)) {
      refuse("LIVE_GATEWAY_URL", "must be an https URL");
    }
    const { LIVE_GATEWAY_SECRET: outbound, LIVE_GATEWAY_WEBHOOK_SECRETS: inbound = [] } = values;
    if (outbound !== undefined && inbound.includes(outbound)) {
      refuse("LIVE_GATEWAY_WEBHOOK_SECRETS", "must differ from LIVE_GATEWAY_SECRET");
    }
  };
}
