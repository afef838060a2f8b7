import { Resolver } from "node:dns";
import { z } from "zod";
import { parseMasterKeys, type MasterKeys } from "../sql/crypto/encryption.ts";
import {
  liveGatewayOf,
  liveGatewaySettings,
  movesLiveMoney,
  requireLiveGateway,
  type LiveGateway,
} from "../sql/live-gateway.ts";
import {
  accepts,
  parseSettings,
  refuseExampleKey,
  sharedSettings,
  splitList,
  whole,
} from "../sql/settings.ts";
import { crashPoints, type CrashSetting } from "./queue/crash-point.ts";
import type { WebhookGuard } from "./webhooks/resolve-host.ts";

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

const environment = z
  .object({
    ...sharedSettings,
    ...liveGatewaySettings,
    WORKER_CONCURRENCY: whole(10, 1),
    WEBHOOK_CONCURRENCY: whole(20, 1),
    HOST: z.string().optional(),
    ANSWER_TIMEOUT_MS: whole(10_000, 1),
    WORKER_HEALTH_PORT: z.coerce.number().int().min(0).max(65535).optional(),
    WEBHOOK_DNS_SERVERS: z
      .string()
      .default("")
      .transform(splitList)
      .refine((servers) => servers.every(accepts((server) => new Resolver().setServers([server]))), {
        error: "must be addresses such as 10.0.0.53 or 10.0.0.53:5353, separated by commas",
      }),
    SHUTDOWN_GRACE_MS: whole(10_000, 0),
    CRASH_AT: crashSetting,
  })
  .superRefine((env, context) => {
    requireLiveGateway("LIVE_GATEWAY_URL", "LIVE_GATEWAY_SECRET")(env, context);
    if (movesLiveMoney(env)) refuseExampleKey(env, context);
    if (env.NODE_ENV === "production" && env.CRASH_AT !== undefined) {
      context.addIssue({ code: "custom", path: ["CRASH_AT"], message: "is for tests only" });
    }
  });

export type Config = {
  databaseUrl: string;
  encryptionKeys: MasterKeys;
  /** Undefined: there is none, and live rows cannot be worked on. */
  liveGateway: LiveGateway | undefined;
  /** How many live jobs that move money run at once, and how many that a caller waits for. Of test jobs half. */
  workerConcurrency: number;
  /** How many live webhooks are sent at once, besides half as many to slow receivers. Of test webhooks half. */
  webhookConcurrency: number;
  /** How long a request of the ingress waits for a worker's result, in milliseconds. */
  answerTimeoutMs: number;
  /** Undefined: no health server. 0: any free port. */
  healthPort: number | undefined;
  /** The address that the health server listens on. */
  host: string;
  webhookGuard: WebhookGuard;
  shutdownGraceMs: number;
  logLevel: string;
  /** The database must be safe: see movesLiveMoney(). */
  movesLiveMoney: boolean;
  crashAt: CrashSetting | undefined;
};

/**
 * Reads the settings of a worker process, once, from the environment.
 *
 * Throws an Error whose message names every setting that is missing or wrong, and holds no value.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const values = parseSettings(environment, env);
  return {
    databaseUrl: values.DATABASE_URL,
    encryptionKeys: parseMasterKeys(values.SERVICE_ENCRYPTION_KEY, values.SERVICE_ENCRYPTION_KEY_OTHER),
    liveGateway: liveGatewayOf(values),
    workerConcurrency: values.WORKER_CONCURRENCY,
    webhookConcurrency: values.WEBHOOK_CONCURRENCY,
    answerTimeoutMs: values.ANSWER_TIMEOUT_MS,
    healthPort: values.WORKER_HEALTH_PORT,
    host: values.HOST ?? (values.NODE_ENV === "production" ? "0.0.0.0" : "127.0.0.1"),
    webhookGuard: {
      allowCidrs: values.WEBHOOK_ALLOW_CIDRS,
      testAllowCidrs: values.WEBHOOK_TEST_ALLOW_CIDRS,
      publicUrl: values.PUBLIC_URL,
      dnsServers: values.WEBHOOK_DNS_SERVERS,
    },
    shutdownGraceMs: values.SHUTDOWN_GRACE_MS,
    logLevel: values.LOG_LEVEL,
    movesLiveMoney: movesLiveMoney(values),
    crashAt: values.CRASH_AT,
  };
}
