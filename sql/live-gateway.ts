import { z } from "zod";
import { leavesUnencrypted, providerUrl } from "./provider-url.ts";
import { splitList } from "./settings.ts";

const tooShort = "must have at least 32 characters";
const liveKey = /^sk_live_\S+$/;
const noLiveKey = "must be Paystack's live secret key, sk_live_…";
const secretKey = /^\S{16,}$/;
const noSecretKey = "must be Monnify's secret key";
const liveApiKey = /^MK_PROD_\S+$/;

/** A list of one secret, or of two while the second replaces the first. `error`: what each must be. */
const oneOrTwo = (secret: RegExp, error: string) =>
  z
    .string()
    .transform(splitList)
    .refine(({ length }) => length === 1 || length === 2, {
      error: "must be one, or two separated by a comma",
    })
    .refine((secrets) => secrets.every((each) => secret.test(each)), { error })
    .optional();

/** The live gateways there are: `http`, any provider that speaks our protocol, `paystack` and `monnify`. */
export const gatewayNames = ["http", "paystack", "monnify"] as const;
export type GatewayName = (typeof gatewayNames)[number];

/**
 * Why a gateway did not send a transfer, although nothing is wrong with it: our money at the provider does not cover
 * it, the provider does not reach the bank, or cannot be reached itself.
 */
export const notSentReasons = ["no_float", "bank_unreachable", "unavailable"] as const;
export type NotSentReason = (typeof notSentReasons)[number];

const isGatewayName = (name: string): name is GatewayName => gatewayNames.some((known) => known === name);

/**
 * The settings of the providers of live money. `LIVE_GATEWAYS` names those that are used, the preferred one first.
 *
 * `http` has two secrets, one for each direction, so that a captured request to the provider cannot be used to
 * report money that never came:
 *
 * - `LIVE_GATEWAY_SECRET` goes out with every request. Only workers use it.
 * - `LIVE_GATEWAY_WEBHOOK_SECRETS` sign the provider's notifications: one, or two while the second replaces the first.
 *   Only the ingress uses them.
 *
 * `PAYSTACK_SECRET_KEY` goes out with every request to Paystack. Only workers use it. Paystack signs its notices with
 * the same key: an ingress that takes them has it in `PAYSTACK_WEBHOOK_KEYS`, alone or with the one that it replaces.
 *
 * `MONNIFY_API_KEY` and `MONNIFY_SECRET_KEY` log in to Monnify, and transfers are from the wallet with
 * `MONNIFY_WALLET_NUMBER`. Only workers use them. Monnify signs its notices with the secret key: an ingress that takes
 * them has it in `MONNIFY_WEBHOOK_KEYS`, alone or with the one that it replaces.
 */
export const liveGatewaySettings = {
  LIVE_GATEWAYS: z
    .string()
    .default("")
    .transform(splitList)
    .refine((names) => new Set(names).size === names.length, { error: "must name each gateway once" })
    .transform((names, context): GatewayName[] => {
      const known = names.filter(isGatewayName);
      if (known.length === names.length) return known;
      const message = `must be ${gatewayNames.join(" or ")}, or several separated by commas, or empty for none`;
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    }),
  /** Its name until there could be several: a process that passed over it would have no live gateway. */
  LIVE_GATEWAY: z.undefined({ error: "is called LIVE_GATEWAYS now" }).optional(),
  LIVE_GATEWAY_URL: providerUrl,
  LIVE_GATEWAY_SECRET: z.string().min(32, { error: tooShort }).optional(),
  LIVE_GATEWAY_WEBHOOK_SECRETS: oneOrTwo(/^.{32,}$/s, tooShort),
  PAYSTACK_SECRET_KEY: z.string().regex(liveKey, { error: noLiveKey }).optional(),
  PAYSTACK_URL: providerUrl,
  PAYSTACK_WEBHOOK_KEYS: oneOrTwo(liveKey, noLiveKey),
  MONNIFY_API_KEY: z
    .string()
    .regex(liveApiKey, { error: "must be Monnify's live API key, MK_PROD_…" })
    .optional(),
  MONNIFY_SECRET_KEY: z.string().regex(secretKey, { error: noSecretKey }).optional(),
  MONNIFY_WALLET_NUMBER: z
    .string()
    .regex(/^\d{10}$/, { error: "must be the 10 digits of the wallet at Monnify" })
    .optional(),
  MONNIFY_URL: providerUrl,
  MONNIFY_WEBHOOK_KEYS: oneOrTwo(secretKey, noSecretKey),
};

/** The base of the provider's paths (see workers/gateways/http), and what workers authenticate with. */
export type HttpGatewaySettings = { kind: "http"; url: string; secret: string };
/** As above, see workers/gateways/paystack. */
export type PaystackSettings = { kind: "paystack"; url: string; secret: string };
/** As above, see workers/gateways/monnify. `walletNumber`: what transfers are paid from. */
export type MonnifySettings = {
  kind: "monnify";
  url: string;
  apiKey: string;
  secret: string;
  walletNumber: string;
};
/** What workers need. */
export type LiveGateway = HttpGatewaySettings | PaystackSettings | MonnifySettings;

type SettingName = keyof typeof liveGatewaySettings;
type Values = {
  [Name in SettingName]?: z.output<(typeof liveGatewaySettings)[Name]>;
} & { LIVE_GATEWAYS: GatewayName[]; NODE_ENV: string };

/** The settings of each gateway, by the processes that must have them. Operators only name it. */
const needed = {
  http: {
    ingress: ["LIVE_GATEWAY_WEBHOOK_SECRETS"],
    workers: ["LIVE_GATEWAY_URL", "LIVE_GATEWAY_SECRET"],
    operators: ["LIVE_GATEWAY_URL"],
  },
  paystack: { ingress: [], workers: ["PAYSTACK_SECRET_KEY"], operators: [] },
  monnify: {
    ingress: [],
    workers: ["MONNIFY_API_KEY", "MONNIFY_SECRET_KEY", "MONNIFY_WALLET_NUMBER"],
    operators: [],
  },
} as const satisfies Record<GatewayName, Record<string, SettingName[]>>;

const settingsOf = {
  http: ["LIVE_GATEWAY_URL", "LIVE_GATEWAY_SECRET", "LIVE_GATEWAY_WEBHOOK_SECRETS"],
  paystack: ["PAYSTACK_SECRET_KEY", "PAYSTACK_URL", "PAYSTACK_WEBHOOK_KEYS"],
  monnify: [
    "MONNIFY_API_KEY",
    "MONNIFY_SECRET_KEY",
    "MONNIFY_WALLET_NUMBER",
    "MONNIFY_URL",
    "MONNIFY_WEBHOOK_KEYS",
  ],
} as const satisfies Record<GatewayName, SettingName[]>;

/** The live gateways that are set, in their order. A worker's settings have what each needs. */
export function liveGatewaysOf(values: Omit<Values, "NODE_ENV">): LiveGateway[] {
  return values.LIVE_GATEWAYS.map((kind) => {
    switch (kind) {
      case "http":
        return { kind, url: values.LIVE_GATEWAY_URL!, secret: values.LIVE_GATEWAY_SECRET! };
      case "paystack": {
        const { PAYSTACK_URL = "https://api.paystack.co", PAYSTACK_SECRET_KEY } = values;
        return { kind, url: PAYSTACK_URL, secret: PAYSTACK_SECRET_KEY! };
      }
      case "monnify": {
        const { MONNIFY_URL = "https://api.monnify.com", MONNIFY_API_KEY, MONNIFY_SECRET_KEY } = values;
        const keys = { apiKey: MONNIFY_API_KEY!, secret: MONNIFY_SECRET_KEY! };
        return { kind, url: MONNIFY_URL, ...keys, walletNumber: values.MONNIFY_WALLET_NUMBER! };
      }
    }
  });
}

/**
 * Whether live money may move: in production, and with a live gateway whatever NODE_ENV says. Settings and database
 * must then be safe.
 */
export function movesLiveMoney(values: Pick<Values, "LIVE_GATEWAYS" | "NODE_ENV">): boolean {
  return values.NODE_ENV === "production" || values.LIVE_GATEWAYS.length > 0;
}

/**
 * Returns the check of the live gateways' settings for a kind of process. It adds issues where one that it needs is
 * missing, or one is of a gateway that is not used, where a provider would be called without https, and where one
 * secret serves both directions, as far as the process was given both.
 */
export function requireLiveGateways(process: "ingress" | "workers" | "operators") {
  return (values: Values, context: z.RefinementCtx): void => {
    const used = values.LIVE_GATEWAYS;
    if (used.length === 0) return;
    const refuse = (name: SettingName, message: string) =>
      context.addIssue({ code: "custom", path: [name], message });
    for (const gateway of used) {
      for (const name of needed[gateway][process]) {
        if (values[name] === undefined) refuse(name, `is required with ${gateway} in LIVE_GATEWAYS`);
      }
    }
    for (const owner of gatewayNames) {
      for (const name of used.includes(owner) ? [] : settingsOf[owner]) {
        if (values[name] !== undefined) refuse(name, `is for ${owner}, which LIVE_GATEWAYS does not name`);
      }
    }
    for (const name of ["LIVE_GATEWAY_URL", "PAYSTACK_URL", "MONNIFY_URL"] as const) {
      if (leavesUnencrypted(values[name], values.NODE_ENV)) refuse(name, "must be an https URL");
    }
    const { LIVE_GATEWAY_SECRET: outbound, LIVE_GATEWAY_WEBHOOK_SECRETS: inbound = [] } = values;
    if (outbound !== undefined && inbound.includes(outbound)) {
      refuse("LIVE_GATEWAY_WEBHOOK_SECRETS", "must differ from LIVE_GATEWAY_SECRET");
    }
  };
}
