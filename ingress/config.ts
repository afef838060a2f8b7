import { ignoreShell } from "../sql/process/connections/ignore-shell.ts";
import { z } from "zod";
import { parseMasterKeys } from "../sql/process/encryption/encryption.ts";
import {
  leastOf,
  liveGatewaySettings,
  movesLiveMoney,
  playsProviders,
  requireLiveGateways,
  webhookSecretsOf,
} from "../workers/gateways/manifest/live-gateways.ts";
import { liveIdentityGatewaySettings } from "../workers/gateways/manifest/live-identity-gateway.ts";
import { isOnThisMachine } from "../workers/gateways/manifest/setting-kinds.ts";
import { workersOnlySettings } from "../workers/gateways/manifest/workers-only-settings.ts";
import { parseSettings, refuseExampleKey, sharedSettings, whole } from "../sql/process/settings.ts";
import { tracingSettingsOf } from "../sql/process/tracing/tracing-settings.ts";
import { email } from "./http/fields.ts";
import { passwordCost } from "./people/passwords.ts";

/** The settings of an ingress process: docs/operating/settings.md and .env.example are made from it. */
export const settings = z
  .object({
    ...sharedSettings,
    ...liveGatewaySettings,
    ...liveIdentityGatewaySettings,
    PORT: whole(3000, 0)
      .refine((port) => port <= 65535, { error: "must be a port" })
      .describe("The port to listen on."),
    HOST: z
      .string()
      .optional()
      .describe(
        "The address to listen on, for the health and metrics ports too. Empty: 127.0.0.1, in production " +
          "0.0.0.0.",
      ),
    REDIS_URL: z
      .url({ protocol: /^rediss?$/, error: "must be a redis or rediss URL" })
      .optional()
      .describe(
        "Shares rate limits between processes, such as redis://127.0.0.1:6379. Empty, or while Redis is " +
          "unreachable: each process counts on its own.",
      ),
    TRUSTED_PROXY_HOPS: whole(0, 0).describe(
      "How many reverse proxies in front are trusted about the caller's address. With 0 behind a proxy, " +
        "all callers share one address.",
    ),
    RATE_LIMIT_PER_MINUTE: whole(6_000, 1).describe(
      "Requests per minute of one API key. All keys of a merchant and environment together may send five " +
        "times as many; the next two work the same way.",
    ),
    RATE_LIMIT_VERIFY_ACCOUNT_PER_MINUTE: whole(600, 1).describe("Of these, requests to verify-account."),
    RATE_LIMIT_IDENTITY_CHECK_PER_MINUTE: whole(600, 1).describe("Of these, identity checks."),
    RATE_LIMIT_FAILED_AUTH_PER_MINUTE: whole(300, 1).describe(
      "Failed authentications of one address. Beyond it, only keys that this process has seen to be valid " +
        "pass.",
    ),
    RATE_LIMIT_CHECKOUT_PER_MINUTE: whole(3_000, 1).describe(
      "Requests of one address to the checkout. Mobile networks put many payers behind one address.",
    ),
    RATE_LIMIT_CHECKOUT_SESSIONS_PER_MINUTE: whole(300, 1).describe(
      "Of these, new sessions, which open accounts.",
    ),
    RATE_LIMIT_SIGN_IN_PER_MINUTE: whole(120, 1).describe(
      "Passwords and email links that one address tries on the dashboard.",
    ),
    RATE_LIMIT_SIGN_UP_PER_MINUTE: whole(10, 1).describe(
      "Requests of one address that send email to a stranger.",
    ),
    SIGN_UPS_PER_HOUR: whole(1_000, 1).describe(
      "People who can sign up within an hour, in total. One network can use a tenth, and the second half " +
        "is for networks without a sign-up in that hour.",
    ),
    RATE_LIMIT_FILES_PER_MINUTE: whole(3_000, 1).describe(
      "Files of /docs and the dashboard, and /openapi.json, that one address loads from one process. An " +
        "office is one address.",
    ),
    SMTP_URL: z
      .string()
      .optional()
      .describe(
        "The mail server, such as smtps://user:password@mail.example.com or smtp://mail.example.com:587. " +
          "Empty: email waits for a server for a day in production, where nobody can sign up then; elsewhere " +
          "it is kept, and `npm start` shows it.",
      ),
    SHOW_KEPT_MAILS: z
      .literal("true", { error: "must be true, or left out" })
      .optional()
      .describe(
        "true: the ingress shows kept email at /dev/mail to requests from this machine. It opens accounts, " +
          "so it is for development only, and refused in production and with a live gateway. `npm start` sets " +
          "it.",
      ),
    SUPPORT_EMAIL: email
      .optional()
      .describe(
        "Where merchants write for help, such as support@example.com; the dashboard shows it. Empty: it " +
          "shows none.",
      ),
    RESPONSE_TIMEOUT_MS: whole(10_000, 1).describe(
      "How long a request waits for a worker's result. Every request gets a response within this time, or " +
        "within 8000 where this is less. The same for ingress and workers.",
    ),
    SHUTDOWN_NOTICE_MS: z.coerce
      .number()
      .int()
      .min(0)
      .max(60_000)
      .optional()
      .describe(
        "How long the ingress keeps accepting requests after SIGTERM while GET /readyz responds 503, at most " +
          "60000: longer than your load balancer needs to notice. Empty: 0, in production 5000.",
      ),
    LIVE_STATUS_REFRESH_MS: whole(10_000, 100).describe(
      "How often waiting checkout pages get their status again. Changes are sent at once.",
    ),
    UPDATES_REFRESH_MS: whole(2_000, 100).describe(
      "How often the ingress looks for changes to show in open dashboards: one query for all of them.",
    ),
    DATABASE_POOL_SIZE: whole(10, 2).describe(
      "PostgreSQL connections of one process, at least 2, besides one that listens and one for the request " +
        "log. GET requests get half, all others half.",
    ),
    DATABASE_READ_URL: z
      .url({ protocol: /^postgres(ql)?$/, error: "must be the URL of a PostgreSQL database" })
      .optional()
      .describe(
        "A streaming standby, past any PgBouncer, with the login payments_reader: reads that may be some " +
          "seconds old go there. See docs/operating/database.md#read-from-a-standby. Empty: all reads go to " +
          "the primary.",
      ),
    DATABASE_READ_STALE_MS: whole(10_000, 1_000)
      .refine((ms) => ms <= 60_000, {
        error: "must be a whole number from 1000 to 60000",
      })
      .describe("How much older than the primary those reads may be, from 1000 to 60000."),
  })
  .superRefine((env, context) => {
    requireLiveGateways("ingress")(env, context);
    if (!movesLiveMoney(env)) return;
    if (env.SHOW_KEPT_MAILS !== undefined) {
      context.addIssue({
        code: "custom",
        path: ["SHOW_KEPT_MAILS"],
        message: "must be left out in production and with a live gateway: these mails open accounts",
      });
    }
    // With simulated providers on a laptop, its own browser is the only caller.
    const isPlayedHere =
      env.NODE_ENV !== "production" && playsProviders(env) && isOnThisMachine(env.PUBLIC_URL);
    if (!env.PUBLIC_URL?.startsWith("https://") && !isPlayedHere) {
      context.addIssue({
        code: "custom",
        path: ["PUBLIC_URL"],
        message: "must be an https URL in production and with a live gateway",
      });
    }
    refuseExampleKey(env, context);
  });

/** The settings above, as the parts of an ingress process use them. */
export type Config = ReturnType<typeof readConfig>;

/**
 * Reads the settings of an ingress process from the environment.
 *
 * Throws an Error whose message names every missing or wrong setting, without values.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env) {
  ignoreShell(env);
  const values = parseSettings(settings, env);
  return {
    databaseUrl: values.DATABASE_URL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    databaseReadUrl: values.DATABASE_READ_URL,
    databaseReadStaleMs: values.DATABASE_READ_STALE_MS,
    encryptionKeys: parseMasterKeys(values.SERVICE_ENCRYPTION_KEY, values.SERVICE_ENCRYPTION_KEY_OTHER),
    port: values.PORT,
    host: values.HOST ?? (values.NODE_ENV === "production" ? "0.0.0.0" : "127.0.0.1"),
    /** Without a trailing slash. */
    publicUrl: (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/$/, ""),
    redisUrl: values.REDIS_URL,
    trustedProxyHops: values.TRUSTED_PROXY_HOPS,
    limitsPerMinute: {
      all: values.RATE_LIMIT_PER_MINUTE,
      verifyAccount: values.RATE_LIMIT_VERIFY_ACCOUNT_PER_MINUTE,
      identityCheck: values.RATE_LIMIT_IDENTITY_CHECK_PER_MINUTE,
      failedAuthentication: values.RATE_LIMIT_FAILED_AUTH_PER_MINUTE,
      checkout: values.RATE_LIMIT_CHECKOUT_PER_MINUTE,
      checkoutSession: values.RATE_LIMIT_CHECKOUT_SESSIONS_PER_MINUTE,
      signIn: values.RATE_LIMIT_SIGN_IN_PER_MINUTE,
      signUp: values.RATE_LIMIT_SIGN_UP_PER_MINUTE,
      publicFiles: values.RATE_LIMIT_FILES_PER_MINUTE,
    },
    signUpsPerHour: values.SIGN_UPS_PER_HOUR,
    /** No setting lowers it. */
    passwordCost,
    supportEmail: values.SUPPORT_EMAIL,
    showsKeptMails: values.SMTP_URL === undefined && values.SHOW_KEPT_MAILS !== undefined,
    /** Without one, payouts by a live key would never be sent: no live keys are created. */
    hasLiveGateway: values.LIVE_GATEWAYS.length > 0,
    /** The least that the live gateways take. */
    leastLive: leastOf(values.LIVE_GATEWAYS),
    /** The signing secrets of live providers' reports. */
    webhookSecrets: webhookSecretsOf(values),
    webhookAllowCidrs: values.WEBHOOK_ALLOW_CIDRS,
    webhookTestAllowCidrs: values.WEBHOOK_TEST_ALLOW_CIDRS,
    responseTimeoutMs: values.RESPONSE_TIMEOUT_MS,
    shutdownNoticeMs: values.SHUTDOWN_NOTICE_MS ?? (values.NODE_ENV === "production" ? 5_000 : 0),
    liveStatusRefreshMs: values.LIVE_STATUS_REFRESH_MS,
    updatesRefreshMs: values.UPDATES_REFRESH_MS,
    metricsPort: values.METRICS_PORT,
    logLevel: values.LOG_LEVEL,
    tracing: tracingSettingsOf(values),
    /** The database must be safe then. */
    movesLiveMoney: movesLiveMoney(values),
    /** What the operator should change, although the process can start; for the log. */
    warnings: workersOnlySettings.filter((name) => Object.hasOwn(values, name)).map(warnOfStray),
  };
}

function warnOfStray(name: string): string {
  return `${name} is set for the ingress, which does not use it: leave it to the workers, who send it`;
}
