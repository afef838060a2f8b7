import { ignoreShell } from "../sql/process/connections/ignore-shell.ts";
import { Resolver } from "node:dns";
import { z } from "zod";
import { parseMasterKeys } from "../sql/process/encryption/encryption.ts";
import {
  liveGatewaysOf,
  liveGatewaySettings,
  movesLiveMoney,
  requireLiveGateways,
} from "./gateways/manifest/live-gateways.ts";
import {
  liveIdentityGatewayOf,
  liveIdentityGatewaySettings,
  requireLiveIdentityGateway,
} from "./gateways/manifest/live-identity-gateway.ts";
import {
  accepts,
  parseSettings,
  port,
  refuseExampleKey,
  sharedSettings,
  splitList,
  whole,
} from "../sql/process/settings.ts";
import { tracingSettingsOf } from "../sql/process/tracing/tracing-settings.ts";
import type { MailServer } from "./mails/create-send-mail.ts";
import type { GatewayCosts } from "./gateways/rank-gateways.ts";
import { crashPoints, type CrashSetting } from "./queue/crash-point.ts";

const crashSetting = z
  .string()
  .optional()
  .transform((text, context): CrashSetting | undefined => {
    if (text === undefined) return undefined;
    const [point, signal = "SIGKILL"] = text.split(":");
    const known = crashPoints.find((name) => name === point);
    if (known === undefined || (signal !== "SIGKILL" && signal !== "SIGSTOP")) {
      context.addIssue({ code: "custom", message: "is <crash point> or <crash point>:SIGSTOP" });
      return z.NEVER;
    }
    return { point: known, signal };
  });

const gatewayCosts = z
  .string()
  .default("")
  .transform((text, context): GatewayCosts => {
    const costs = splitList(text).map((item) => /^([a-z]+)=(\d{1,9})$/.exec(item));
    const names = costs.map((cost) => cost?.[1]);
    if (costs.includes(null) || new Set(names).size < names.length) {
      const message = "must be the kobo of a transfer at each gateway, once, such as paystack=2500,http=1000";
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    }
    return Object.fromEntries(costs.map((cost) => [cost![1], Number(cost![2])]));
  });

/** The settings of a worker process: docs/operating/settings.md and .env.example are made from it. */
export const settings = z
  .object({
    ...sharedSettings,
    ...liveGatewaySettings,
    ...liveIdentityGatewaySettings,
    WORKER_CONCURRENCY: whole(64, 1).describe(
      "Live jobs that move money at the same time, and as many that a caller waits for; test work gets " +
        "half as many of each besides. For the connections that takes, see " +
        "docs/operating/scale.md#connections-and-several-machines.",
    ),
    WEBHOOK_CONCURRENCY: whole(40, 1).describe(
      "Live webhook deliveries at the same time, at most four per endpoint; slow endpoints get half as " +
        "many besides, and test work half of each.",
    ),
    BATCH_ENQUIRIES_PER_SECOND: whole(10, 1).describe(
      "Accounts of payout batches whose names are looked up in a second, in live and in test: keep it " +
        "below what your providers allow. Other lookups come first.",
    ),
    LIVE_GATEWAY_COSTS: gatewayCosts.describe(
      "With several gateways, workers only: the price of a transfer at each in kobo, such as " +
        "paystack=2500,http=1000 (docs/live-gateways.md#which-gateway-sends-a-payout).",
    ),
    HOST: z.string().optional(),
    RESPONSE_TIMEOUT_MS: whole(10_000, 1),
    SMTP_URL: z.url({ protocol: /^smtps?$/, error: "must be an smtp or smtps URL" }).optional(),
    MAIL_FROM: z
      .string()
      .regex(/^([^<>"\r\n]+ <[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/, {
        error: 'must be an address, such as payments@example.com or "Payments <payments@example.com>"',
      })
      .optional()
      .describe(
        "The sender of email: an address, or `Name <address>`. Required with SMTP_URL, as is PUBLIC_URL.",
      ),
    WORKER_HEALTH_PORT: port.describe(
      "Serves GET /healthz and GET /readyz on this port of HOST. Empty: neither.",
    ),
    WEBHOOK_DNS_SERVERS: z
      .string()
      .default("")
      .transform(splitList)
      .refine((servers) => servers.every(accepts((server) => new Resolver().setServers([server]))), {
        error: "must be addresses such as 10.0.0.53 or 10.0.0.53:5353, separated by commas",
      })
      .describe(
        "Name servers for webhook hosts, such as 10.0.0.53 or 10.0.0.53:5353, separated by commas. Set them " +
          "when WEBHOOK_ALLOW_CIDRS opens anything: one dead server of the system's can hold up lookups. " +
          "Empty: the system's.",
      ),
    SHUTDOWN_GRACE_MS: whole(10_000, 0).describe(
      "How long running jobs may take to finish after SIGTERM. Then they are aborted.",
    ),
    CRASH_AT: crashSetting.describe(
      "Development and tests only: the point where a worker process kills itself " +
        "(workers/queue/crash-point.ts).",
    ),
  })
  .superRefine((env, context) => {
    requireLiveGateways("workers")(env, context);
    requireLiveIdentityGateway(env, context);
    const costed = Object.keys(env.LIVE_GATEWAY_COSTS);
    if (costed.length > 0 && costed.toSorted().join() !== env.LIVE_GATEWAYS.toSorted().join()) {
      const message = "must name each gateway of LIVE_GATEWAYS, and no other";
      context.addIssue({ code: "custom", path: ["LIVE_GATEWAY_COSTS"], message });
    }
    if (movesLiveMoney(env)) refuseExampleKey(env, context);
    for (const needed of ["MAIL_FROM", "PUBLIC_URL"] as const) {
      if (env.SMTP_URL !== undefined && env[needed] === undefined) {
        context.addIssue({ code: "custom", path: [needed], message: "is required with SMTP_URL" });
      }
    }
    if (env.NODE_ENV === "production" && env.CRASH_AT !== undefined) {
      context.addIssue({ code: "custom", path: ["CRASH_AT"], message: "is for tests only" });
    }
  });

/** The settings above, as the parts of a worker process use them. */
export type Config = ReturnType<typeof readConfig>;

/**
 * Reads the settings of a worker process from the environment.
 *
 * Throws an Error whose message names every missing or wrong setting, without values.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env) {
  ignoreShell(env);
  const values = parseSettings(settings, env);
  return {
    databaseUrl: values.DATABASE_URL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    encryptionKeys: parseMasterKeys(values.SERVICE_ENCRYPTION_KEY, values.SERVICE_ENCRYPTION_KEY_OTHER),
    liveGateways: liveGatewaysOf(values),
    liveGatewayCosts: values.LIVE_GATEWAY_COSTS,
    liveIdentityGateway: liveIdentityGatewayOf(values),
    workerConcurrency: values.WORKER_CONCURRENCY,
    webhookConcurrency: values.WEBHOOK_CONCURRENCY,
    batchEnquiriesPerSecond: values.BATCH_ENQUIRIES_PER_SECOND,
    responseTimeoutMs: values.RESPONSE_TIMEOUT_MS,
    healthPort: values.WORKER_HEALTH_PORT,
    metricsPort: values.METRICS_PORT,
    host: values.HOST ?? (values.NODE_ENV === "production" ? "0.0.0.0" : "127.0.0.1"),
    webhookGuard: {
      allowCidrs: values.WEBHOOK_ALLOW_CIDRS,
      testAllowCidrs: values.WEBHOOK_TEST_ALLOW_CIDRS,
      publicUrl: values.PUBLIC_URL,
      dnsServers: values.WEBHOOK_DNS_SERVERS,
    },
    mailServer: mailServerOf(values),
    /** Where people reach the dashboard, without a trailing slash. */
    publicUrl: (values.PUBLIC_URL ?? "http://localhost:3000").replace(/\/$/, ""),
    shutdownGraceMs: values.SHUTDOWN_GRACE_MS,
    logLevel: values.LOG_LEVEL,
    tracing: tracingSettingsOf(values),
    /** The database must be safe then. */
    movesLiveMoney: movesLiveMoney(values),
    crashAt: values.CRASH_AT,
  };
}

/**
 * Where mails go. Without SMTP_URL they are kept for the ingress's development page; in production they wait for a
 * server, a day at most.
 */
function mailServerOf({
  SMTP_URL,
  MAIL_FROM,
  NODE_ENV,
}: z.output<typeof settings>): MailServer | "keep" | "wait" {
  if (SMTP_URL !== undefined) return { smtpUrl: SMTP_URL, from: MAIL_FROM! };
  return NODE_ENV === "production" ? "wait" : "keep";
}
