import { z } from "zod";
import { isOnThisMachine, leavesUnencrypted, providerUrl } from "./provider-url.ts";
import { splitList } from "../process/settings.ts";

const tooShort = "must have at least 32 characters";
const liveKey = /^sk_live_\S+$/;
const noLiveKey = "must be Paystack's live secret key, sk_live_…";
const secretKey = /^\S{16,}$/;
const noSecretKey = "must be Monnify's secret key";
const liveApiKey = /^MK_PROD_\S+$/;
/** Flutterwave's test keys go to the same host; theirs begin with FLWSECK_TEST. */
const liveFlutterwaveKey = /^FLWSECK-\S+$/;
const noLiveFlutterwaveKey = "must be Flutterwave's live secret key, FLWSECK-…";

/** `one-time`: for one payment, of one amount. `permanent`: money may come as long as the provider keeps it. */
const accountKinds = ["one-time", "permanent"] as const;
type AccountKind = (typeof accountKinds)[number];
const wrongKind = "must be one-time or permanent, or empty for no accounts";
const elevenDigits = z
  .string()
  .regex(/^\d{11}$/, { error: "must have 11 digits" })
  .optional();

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

/** The live gateways there are: `http`, any provider that speaks our protocol, and those of the providers named so. */
export const gatewayNames = ["http", "paystack", "monnify", "flutterwave"] as const;
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
 * `PAYSTACK_ACCOUNTS` and `MONNIFY_ACCOUNTS` say which kind of account payers get there; empty: none.
 *
 * `MONNIFY_API_KEY` and `MONNIFY_SECRET_KEY` log in to Monnify, and transfers are from the wallet with
 * `MONNIFY_WALLET_NUMBER`. Only workers use them. Monnify signs its notices with the secret key: an ingress that takes
 * them has it in `MONNIFY_WEBHOOK_KEYS`, alone or with the one that it replaces.
 *
 * `FLUTTERWAVE_SECRET_KEY` goes out with every request to Flutterwave. Only workers use it. Flutterwave's notices carry
 * a text that the owner chose, the secret hash: an ingress that takes them has it in `FLUTTERWAVE_WEBHOOK_HASHES`,
 * alone or with the one that it replaces.
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
    })
    .describe(
      "http, paystack, monnify or flutterwave, or several separated by commas, preferred first: " +
        "docs/live-gateways.md. The same for ingress, workers and operators. Empty: no live gateway, and no " +
        "live keys.",
    ),
  LIVE_GATEWAY_URL: providerUrl.describe(
    "http, workers and operators: where the provider's paths start. https, or plain http to this machine " +
      "outside production.",
  ),
  LIVE_GATEWAY_SECRET: z
    .string()
    .min(32, { error: tooShort })
    .optional()
    .describe("http, workers only: what every request to the provider carries, 32 characters or more."),
  LIVE_GATEWAY_WEBHOOK_SECRETS: oneOrTwo(/^.{32,}$/s, tooShort).describe(
    "http, ingress only: what the provider signs its notifications with, 32 characters or more; two, " +
      "separated by a comma, while you rotate it. Never LIVE_GATEWAY_SECRET.",
  ),
  PAYSTACK_SECRET_KEY: z
    .string()
    .regex(liveKey, { error: noLiveKey })
    .optional()
    .describe("paystack, workers only: the live secret key, sk_live_…"),
  PAYSTACK_ACCOUNTS: z
    .enum(accountKinds, { error: wrongKind })
    .optional()
    .describe(
      "paystack, workers only: which accounts payers get, one-time or permanent " +
        "(docs/live-gateways.md#accounts-at-paystack). Needs PUBLIC_URL. Empty: none.",
    ),
  PAYSTACK_ACCOUNTS_BANK: z
    .string()
    .regex(/^[a-z-]{1,40}$/, { error: "must be Paystack's name of a bank, such as wema-bank" })
    .optional()
    .describe("With PAYSTACK_ACCOUNTS=permanent: the bank, by Paystack's name, such as wema-bank."),
  PAYSTACK_ACCOUNTS_PHONE: z
    .string()
    .regex(/^\+?\d{7,15}$/, { error: "must be a phone number" })
    .optional()
    .describe("With PAYSTACK_ACCOUNTS=permanent: your phone number, which each customer at Paystack gets."),
  PAYSTACK_URL: providerUrl.describe(
    "For tests: another server that behaves like Paystack, https or on this machine. Empty: " +
      "https://api.paystack.co.",
  ),
  PAYSTACK_WEBHOOK_KEYS: oneOrTwo(liveKey, noLiveKey).describe(
    "paystack, ingress only, to receive notices: the live secret key that signs them; two, separated by " +
      "a comma, while you rotate it.",
  ),
  MONNIFY_API_KEY: z
    .string()
    .regex(liveApiKey, { error: "must be Monnify's live API key, MK_PROD_…" })
    .optional()
    .describe("monnify, workers only: the live API key, MK_PROD_…"),
  MONNIFY_SECRET_KEY: z
    .string()
    .regex(secretKey, { error: noSecretKey })
    .optional()
    .describe("monnify, workers only: the secret key that belongs to MONNIFY_API_KEY."),
  MONNIFY_WALLET_NUMBER: z
    .string()
    .regex(/^\d{10}$/, { error: "must be the 10 digits of the wallet at Monnify" })
    .optional()
    .describe("monnify, workers only: the 10 digits of the wallet that transfers are paid from."),
  MONNIFY_ACCOUNTS: z
    .enum(accountKinds, { error: wrongKind })
    .optional()
    .describe(
      "monnify, workers only: which accounts payers get, one-time or permanent " +
        "(docs/live-gateways.md#accounts-at-monnify). Needs PUBLIC_URL. Empty: none.",
    ),
  MONNIFY_CONTRACT_CODE: z
    .string()
    .regex(/^\d{6,20}$/, { error: "must be the digits of the contract at Monnify" })
    .optional()
    .describe("With MONNIFY_ACCOUNTS: the contract of the accounts."),
  MONNIFY_ACCOUNTS_BVN: elevenDigits.describe(
    "With MONNIFY_ACCOUNTS=permanent, this or the NIN or both: the BVN of the person behind the accounts.",
  ),
  MONNIFY_ACCOUNTS_NIN: elevenDigits.describe("The NIN of that person."),
  MONNIFY_URL: providerUrl.describe(
    "For tests: another server that behaves like Monnify, https or on this machine. Empty: " +
      "https://api.monnify.com.",
  ),
  MONNIFY_WEBHOOK_KEYS: oneOrTwo(secretKey, noSecretKey).describe(
    "monnify, ingress only, to receive notices: the secret key that signs them; two, separated by a " +
      "comma, while you rotate it.",
  ),
  FLUTTERWAVE_SECRET_KEY: z
    .string()
    .regex(liveFlutterwaveKey, { error: noLiveFlutterwaveKey })
    .optional()
    .describe("flutterwave, workers only: the live secret key, FLWSECK-…"),
  FLUTTERWAVE_URL: providerUrl.describe(
    "For tests: another server that behaves like Flutterwave, https or on this machine. Empty: " +
      "https://api.flutterwave.com/v3.",
  ),
  FLUTTERWAVE_WEBHOOK_HASHES: oneOrTwo(
    /^[\x21-\x7e]{32,}$/,
    "must have at least 32 characters, without spaces",
  ).describe(
    "flutterwave, ingress only, to receive notices: the secret hash, 32 characters or more; two, " +
      "separated by a comma, while you rotate it. Never FLUTTERWAVE_SECRET_KEY.",
  ),
};

/** The base of the provider's paths (see workers/gateways/http), and what workers authenticate with. */
export type HttpGatewaySettings = { kind: "http"; url: string; secret: string };
/** As above, see workers/gateways/paystack. */
export type PaystackSettings = {
  kind: "paystack";
  url: string;
  secret: string;
  /** What payers get; undefined: it opens no accounts. `bank` and `phone`: of permanent ones. */
  accounts?: { kind: AccountKind; bank?: string | undefined; phone?: string | undefined } | undefined;
};
/** As above, see workers/gateways/monnify. `walletNumber`: what transfers are paid from. */
export type MonnifySettings = {
  kind: "monnify";
  url: string;
  apiKey: string;
  secret: string;
  walletNumber: string;
  /** What payers get; undefined: it opens no accounts. `bvn` and `nin`: who is behind permanent ones. */
  accounts?:
    | { kind: AccountKind; contractCode: string; bvn?: string | undefined; nin?: string | undefined }
    | undefined;
};
/** As above, see workers/gateways/flutterwave. */
export type FlutterwaveSettings = { kind: "flutterwave"; url: string; secret: string };
/** What workers need. */
export type LiveGateway = HttpGatewaySettings | PaystackSettings | MonnifySettings | FlutterwaveSettings;

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
  flutterwave: { ingress: [], workers: ["FLUTTERWAVE_SECRET_KEY"], operators: [] },
} as const satisfies Record<GatewayName, Record<string, SettingName[]>>;

const settingsOf = {
  http: ["LIVE_GATEWAY_URL", "LIVE_GATEWAY_SECRET", "LIVE_GATEWAY_WEBHOOK_SECRETS"],
  paystack: [
    "PAYSTACK_SECRET_KEY",
    "PAYSTACK_ACCOUNTS",
    "PAYSTACK_ACCOUNTS_BANK",
    "PAYSTACK_ACCOUNTS_PHONE",
    "PAYSTACK_URL",
    "PAYSTACK_WEBHOOK_KEYS",
  ],
  monnify: [
    "MONNIFY_API_KEY",
    "MONNIFY_SECRET_KEY",
    "MONNIFY_WALLET_NUMBER",
    "MONNIFY_ACCOUNTS",
    "MONNIFY_CONTRACT_CODE",
    "MONNIFY_ACCOUNTS_BVN",
    "MONNIFY_ACCOUNTS_NIN",
    "MONNIFY_URL",
    "MONNIFY_WEBHOOK_KEYS",
  ],
  flutterwave: ["FLUTTERWAVE_SECRET_KEY", "FLUTTERWAVE_URL", "FLUTTERWAVE_WEBHOOK_HASHES"],
} as const satisfies Record<GatewayName, SettingName[]>;

/** Where each provider is called. */
const urlOf = {
  http: "LIVE_GATEWAY_URL",
  paystack: "PAYSTACK_URL",
  monnify: "MONNIFY_URL",
  flutterwave: "FLUTTERWAVE_URL",
} as const satisfies Record<GatewayName, SettingName>;

/** The live gateways that are set, in their order. A worker's settings have what each needs. */
export function liveGatewaysOf(values: Omit<Values, "NODE_ENV">): LiveGateway[] {
  return values.LIVE_GATEWAYS.map((kind) => {
    switch (kind) {
      case "http":
        return { kind, url: values.LIVE_GATEWAY_URL!, secret: values.LIVE_GATEWAY_SECRET! };
      case "paystack": {
        const { PAYSTACK_URL = "https://api.paystack.co", PAYSTACK_SECRET_KEY } = values;
        const { PAYSTACK_ACCOUNTS, PAYSTACK_ACCOUNTS_BANK: bank, PAYSTACK_ACCOUNTS_PHONE: phone } = values;
        const accounts = PAYSTACK_ACCOUNTS && { kind: PAYSTACK_ACCOUNTS, bank, phone };
        return { kind, url: PAYSTACK_URL, secret: PAYSTACK_SECRET_KEY!, accounts };
      }
      case "monnify": {
        const { MONNIFY_URL = "https://api.monnify.com", MONNIFY_API_KEY, MONNIFY_SECRET_KEY } = values;
        const keys = { apiKey: MONNIFY_API_KEY!, secret: MONNIFY_SECRET_KEY! };
        const { MONNIFY_ACCOUNTS, MONNIFY_ACCOUNTS_BVN: bvn, MONNIFY_ACCOUNTS_NIN: nin } = values;
        const contractCode = values.MONNIFY_CONTRACT_CODE!;
        const accounts = MONNIFY_ACCOUNTS && { kind: MONNIFY_ACCOUNTS, contractCode, bvn, nin };
        return { kind, url: MONNIFY_URL, ...keys, walletNumber: values.MONNIFY_WALLET_NUMBER!, accounts };
      }
      case "flutterwave": {
        const { FLUTTERWAVE_URL = "https://api.flutterwave.com/v3", FLUTTERWAVE_SECRET_KEY } = values;
        return { kind, url: FLUTTERWAVE_URL, secret: FLUTTERWAVE_SECRET_KEY! };
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

/** Whether all providers of live money are played on this machine, so that no money moves. */
export function playsProviders(values: Omit<Values, "NODE_ENV">): boolean {
  const { LIVE_GATEWAYS: used } = values;
  return used.length > 0 && used.every((kind) => isOnThisMachine(values[urlOf[kind]]));
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
    if (process === "workers") requireAccountSettings(values, refuse);
    for (const name of Object.values(urlOf)) {
      if (leavesUnencrypted(values[name], values.NODE_ENV)) refuse(name, "must be an https URL");
    }
    const { LIVE_GATEWAY_SECRET: outbound, LIVE_GATEWAY_WEBHOOK_SECRETS: inbound = [] } = values;
    if (outbound !== undefined && inbound.includes(outbound)) {
      refuse("LIVE_GATEWAY_WEBHOOK_SECRETS", "must differ from LIVE_GATEWAY_SECRET");
    }
    const { FLUTTERWAVE_SECRET_KEY: key, FLUTTERWAVE_WEBHOOK_HASHES: hashes = [] } = values;
    if (key !== undefined && hashes.includes(key)) {
      refuse("FLUTTERWAVE_WEBHOOK_HASHES", "must differ from FLUTTERWAVE_SECRET_KEY");
    }
  };
}

/** What accounts for payers need beside their kind. Without them the provider would refuse each one. */
function requireAccountSettings(
  values: Values & { PUBLIC_URL?: string | undefined },
  refuse: (name: SettingName, message: string) => void,
): void {
  const { PAYSTACK_ACCOUNTS: paystack, MONNIFY_ACCOUNTS: monnify } = values;
  for (const name of ["PAYSTACK_ACCOUNTS_BANK", "PAYSTACK_ACCOUNTS_PHONE"] as const) {
    if (paystack === "permanent" && values[name] === undefined)
      refuse(name, "is required with PAYSTACK_ACCOUNTS=permanent");
  }
  if (monnify !== undefined && values.MONNIFY_CONTRACT_CODE === undefined)
    refuse("MONNIFY_CONTRACT_CODE", "is required with MONNIFY_ACCOUNTS");
  if (monnify === "permanent" && (values.MONNIFY_ACCOUNTS_BVN ?? values.MONNIFY_ACCOUNTS_NIN) === undefined)
    refuse("MONNIFY_ACCOUNTS_BVN", "or MONNIFY_ACCOUNTS_NIN is required with MONNIFY_ACCOUNTS=permanent");
  for (const name of ["PAYSTACK_ACCOUNTS", "MONNIFY_ACCOUNTS"] as const) {
    if (values[name] !== undefined && values.PUBLIC_URL === undefined) refuse(name, "needs PUBLIC_URL");
  }
}
