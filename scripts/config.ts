import { readFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { join, resolve } from "node:path";
import { z } from "zod";
import { parseMasterKeys, type MasterKeys } from "../sql/process/encryption/encryption.ts";
import { ignoreShell } from "../sql/process/connections/ignore-shell.ts";
import type { Environment } from "../sql/ledger/money.ts";
import type { WebhookUrlRules } from "../sql/webhooks/endpoints/url.ts";
import {
  liveGatewaySettings,
  movesLiveMoney,
  requireLiveGateways,
} from "../workers/gateways/manifest/live-gateways.ts";
import {
  parseSettings,
  refuseExampleKey,
  sharedSettings,
  splitList,
  withoutEmpty,
} from "../sql/process/settings.ts";
import { CliError } from "./cli/cli-error.ts";
import { DEMO_WEBHOOK_PORT } from "./start/demo-webhook.ts";

/** The settings of `npm start`; `inherited` is passed to the processes that it starts. */
export type StartConfig = {
  dataDir: string;
  host: string;
  port: number;
  /** Undefined: start the PostgreSQL that npm installed. */
  databaseUrl: string | undefined;
  encryptionKey: string | undefined;
  /** The service for which the npm packages are built, if one is set. */
  payOrigin: string | undefined;
  /** A second key that also decrypts, while the key is being changed. */
  otherEncryptionKey: string | undefined;
  inherited: NodeJS.ProcessEnv;
  /** The port of the ingress's metrics; those of the workers are on the next. Undefined: none. */
  metricsPort: number | undefined;
  /** Of the demo merchant's key. Live is for simulated providers only, and empties the database first. */
  environment: Environment;
};

/**
 * The service for which the npm packages are built: the origin of PUBLIC_URL. Undefined without one, or if payers'
 * browsers would not trust it: it must be https, or this machine.
 */
export function readPayOrigin({ PUBLIC_URL }: NodeJS.ProcessEnv = process.env): string | undefined {
  if (!PUBLIC_URL || !URL.canParse(PUBLIC_URL)) return undefined;
  const { protocol, hostname, origin } = new URL(PUBLIC_URL);
  const isHere = protocol === "http:" && ["localhost", "127.0.0.1"].includes(hostname);
  return protocol === "https:" || isHere ? origin : undefined;
}

/** This machine: for test webhooks with `npm start -- --allow-local-webhooks`. */
const LOOPBACK = "127.0.0.0/8,::1/128";

/**
 * Reads the settings of `npm start`. Raises an Error that names the variable when PORT is no port.
 *
 * @param allowsLocalWebhooks whether test webhooks may go to this machine, as for tests and benchmarks
 */
export function readStartConfig(
  environment: NodeJS.ProcessEnv = process.env,
  { allowsLocalWebhooks = false } = {},
): StartConfig {
  ignoreShell(environment);
  const inherited = withoutEmpty(environment);
  const { HOST, PORT, METRICS_PORT } = parseSettings(startSettings, environment);
  return {
    dataDir: readDataDir(environment),
    host: HOST,
    port: PORT,
    databaseUrl: givenDatabaseUrl(environment),
    encryptionKey: inherited.SERVICE_ENCRYPTION_KEY,
    payOrigin: readPayOrigin(environment),
    otherEncryptionKey: inherited.SERVICE_ENCRYPTION_KEY_OTHER,
    inherited: { ...inherited, ...(allowsLocalWebhooks && { WEBHOOK_TEST_ALLOW_CIDRS: LOOPBACK }) },
    metricsPort: METRICS_PORT,
    environment: "test",
  };
}

const port = (fallback: number) => {
  const error = "must be a whole number from 1 to 65535";
  return z.coerce.number({ error }).int({ error }).min(1, { error }).max(65535, { error }).default(fallback);
};

/** The settings of its processes that `npm start` reads too. */
const startSettings = z.object({
  HOST: z.string().default("127.0.0.1"),
  PORT: port(3000),
  METRICS_PORT: sharedSettings.METRICS_PORT,
});

/** The settings of `npm start` and of scripts that call it, besides those of the processes. */
export const scriptSettings = z.object({
  DATA_DIR: z
    .string()
    .default(".data")
    .describe(
      "The folder of `npm start` for PostgreSQL's files, the encryption key and demo.json. With DATABASE_URL set, " +
        "no PostgreSQL is started.",
    ),
  DEMO_SHOP_PORT: port(DEMO_WEBHOOK_PORT).describe(
    "The port of `npm run demo:shop`, and of `npm run demo` and `npm run demo:marketplace` for their webhooks.",
  ),
  PROVIDERS_PORT: port(4020).describe(
    "Where `npm run providers` and `npm start -- --live-demo` accept commands for the Paystack and the Monnify that " +
      "they simulate, on the two ports after it.",
  ),
  OPERATOR_NAME: z
    .string()
    .optional()
    .describe("Who runs `npm run admin` and `npm run ops`, for the audit log. Empty: the system's user."),
});

/** The port to which the demo and its shop listen, also for forwarded events. Raises for an invalid one. */
export function readDemoShopPort(environment: NodeJS.ProcessEnv = process.env): number {
  return parseSettings(scriptSettings.pick({ DEMO_SHOP_PORT: true }), environment).DEMO_SHOP_PORT;
}

/**
 * The ports on which `npm run providers` simulates Paystack and Monnify (its control at `port`, they at the next two),
 * and the service that they report to. Raises for an invalid port.
 */
export function readProvidersConfig(environment: NodeJS.ProcessEnv = process.env): {
  port: number;
  serviceUrl: string;
} {
  const settings = z.object({
    PORT: startSettings.shape.PORT,
    PROVIDERS_PORT: scriptSettings.shape.PROVIDERS_PORT,
  });
  const { PORT, PROVIDERS_PORT } = parseSettings(settings, environment);
  return { port: PROVIDERS_PORT, serviceUrl: `http://127.0.0.1:${PORT}` };
}

/** The folder where `npm start` keeps its data. */
export function readDataDir(environment: NodeJS.ProcessEnv = process.env): string {
  return resolve(parseSettings(scriptSettings.pick({ DATA_DIR: true }), environment).DATA_DIR);
}

/** DATABASE_URL, for scripts that work on an existing database. Raises if it is missing or not a URL. */
export function readDatabaseUrl(environment: NodeJS.ProcessEnv = process.env): string {
  ignoreShell(environment);
  const url = givenDatabaseUrl(environment);
  if (url === undefined) throw new Error(`Set DATABASE_URL, such as ${EXAMPLE_URL}.`);
  return url;
}

const EXAMPLE_URL = "postgres://user:password@127.0.0.1:5432/payments";

/**
 * DATABASE_DIRECT_URL, or else DATABASE_URL, if set: scripts that people start go past a PgBouncer. Raises if it is not
 * the URL of a PostgreSQL database.
 */
function givenDatabaseUrl(environment: NodeJS.ProcessEnv): string | undefined {
  const name = environment.DATABASE_DIRECT_URL ? "DATABASE_DIRECT_URL" : "DATABASE_URL";
  const url = environment[name];
  if (url === undefined || url === "") return undefined;
  if (!sharedSettings.DATABASE_URL.safeParse(url).success)
    throw new Error(`${name} must be the URL of a PostgreSQL database, such as ${EXAMPLE_URL}.`);
  return url;
}

/** Operators can name live gateways without their providers' secrets. */
const liveGateway = z
  .object({ ...liveGatewaySettings, NODE_ENV: sharedSettings.NODE_ENV })
  .superRefine(requireLiveGateways("operators"));
const { SERVICE_ENCRYPTION_KEY } = sharedSettings;
const liveEncryptionKey = z.object({ SERVICE_ENCRYPTION_KEY }).superRefine(refuseExampleKey);

/** The settings of the operators' CLI. By default it works on what `npm start` runs here. */
export type AdminConfig = {
  databaseUrl: string;
  /** Raises without a key. */
  encryptionKeys: () => Promise<MasterKeys>;
  /** Whether a live gateway is set. Raises if its settings are incomplete. */
  hasLiveGateway: () => Promise<boolean>;
  /** The rules for webhook URLs, apart from those of the environment. */
  webhookUrlRules: WebhookUrlRules;
  /** Who runs commands, without --operator. */
  operatorName: string;
};

/**
 * Reads the settings of `npm run admin` and `npm run ops`. Raises NOT_CONFIGURED, as its functions do, if they are
 * missing or wrong.
 */
export async function readAdminConfig(environment: NodeJS.ProcessEnv = process.env): Promise<AdminConfig> {
  ignoreShell(environment);
  const given = (name: string) => (environment[name] === "" ? undefined : environment[name]);
  const dataDir = readDataDir(environment);
  // The key in dataDir belongs to the database of npm start only.
  const usesDemo = given("DATABASE_URL") === undefined && given("DATABASE_DIRECT_URL") === undefined;
  return {
    databaseUrl: await configured(
      async () => givenDatabaseUrl(environment) ?? (await readDemoDatabaseUrl(dataDir)),
    ),
    encryptionKeys: () =>
      configured(async () => {
        const key = given("SERVICE_ENCRYPTION_KEY") ?? (usesDemo ? await readKey(dataDir) : undefined);
        if (key === undefined)
          throw new Error("Set SERVICE_ENCRYPTION_KEY to that of the service which uses DATABASE_URL.");
        if (movesLiveMoney(parseSettings(liveGateway, environment)))
          parseSettings(liveEncryptionKey, { SERVICE_ENCRYPTION_KEY: key });
        return parseMasterKeys(key, given("SERVICE_ENCRYPTION_KEY_OTHER"));
      }),
    hasLiveGateway: () =>
      configured(async () => parseSettings(liveGateway, environment).LIVE_GATEWAYS.length > 0),
    webhookUrlRules: {
      allowCidrs: splitList(given("WEBHOOK_ALLOW_CIDRS") ?? ""),
      testAllowCidrs: splitList(given("WEBHOOK_TEST_ALLOW_CIDRS") ?? ""),
      publicUrl: given("PUBLIC_URL"),
    },
    operatorName: given("OPERATOR_NAME") ?? systemUser(),
  };
}

async function configured<Setting>(read: () => Promise<Setting>): Promise<Setting> {
  return read().catch((error: Error) => {
    throw new CliError("NOT_CONFIGURED", error.message);
  });
}

/** The name of the system's user who runs this; the number if it has no name, as in containers. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? "unknown"}`;
  }
}

async function readDemoDatabaseUrl(dataDir: string): Promise<string> {
  const text = await readFile(join(dataDir, "demo.json"), "utf8").catch(() => undefined);
  if (text === undefined) {
    throw new Error(`Set DATABASE_URL, or run npm start first: there is no demo.json in ${dataDir}.`);
  }
  return (JSON.parse(text) as { databaseUrl: string }).databaseUrl;
}

async function readKey(dataDir: string): Promise<string> {
  return (await readFile(join(dataDir, "encryption.key"), "utf8")).trim();
}
