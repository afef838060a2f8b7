import { z } from "zod";
import { parseMasterKey, type MasterKey } from "../sql/columns/sealed.ts";
import { allowsAddress } from "../sql/columns/webhook-url.ts";
import { crashPoints, type CrashSetting } from "./crash-point.ts";

/** The key of .env.example is public: production refuses it. */
const exampleKeys = [Buffer.alloc(32).toString("base64")];

const whole = (fallback: number, smallest: number) => {
  const error = `must be a whole number from ${smallest}`;
  return z.coerce.number({ error }).int({ error }).min(smallest, { error }).default(fallback);
};

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
    DATABASE_URL: z.url({
      protocol: /^postgres(ql)?$/,
      error: "is required: the URL of a PostgreSQL database",
    }),
    SERVICE_ENCRYPTION_KEY: z
      .base64({ error: "is required: 32 random bytes in base64" })
      .refine(accepts(parseMasterKey), { error: "must be 32 bytes in base64" }),
    WORKER_CONCURRENCY: whole(10, 1),
    WEBHOOK_CONCURRENCY: whole(20, 1),
    WORKER_HEALTH_PORT: z.coerce.number().int().min(0).max(65535).optional(),
    WEBHOOK_ALLOW_CIDRS: z
      .string()
      .default("")
      .transform((text) =>
        text
          .split(",")
          .map((cidr) => cidr.trim())
          .filter((cidr) => cidr !== ""),
      )
      .refine((cidrs) => cidrs.every(accepts((cidr) => allowsAddress("0.0.0.0", [cidr]))), {
        error: "must be networks such as 10.0.0.0/8, separated by commas",
      }),
    SHUTDOWN_GRACE_MS: whole(10_000, 0),
    LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
    NODE_ENV: z.enum(["development", "test", "production"]).default("development"),
    CRASH_AT: crashSetting,
  })
  .superRefine((env, context) => {
    if (env.NODE_ENV !== "production") return;
    if (exampleKeys.includes(env.SERVICE_ENCRYPTION_KEY)) {
      context.addIssue({ code: "custom", path: ["SERVICE_ENCRYPTION_KEY"], message: "is the example's key" });
    }
    if (env.CRASH_AT !== undefined) {
      context.addIssue({ code: "custom", path: ["CRASH_AT"], message: "is for tests only" });
    }
  });

export type Config = {
  databaseUrl: string;
  encryptionKey: MasterKey;
  /** Jobs that move money or that a caller waits for, run at once. */
  moneyConcurrency: number;
  webhookConcurrency: number;
  /** Undefined: no health server. 0: any free port. */
  healthPort: number | undefined;
  webhookAllowCidrs: string[];
  shutdownGraceMs: number;
  logLevel: string;
  production: boolean;
  crashAt: CrashSetting | undefined;
};

/**
 * Reads the settings of a worker process, once, from the environment.
 *
 * Throws an Error whose message names every setting that is missing or wrong; values are never in it.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const parsed = environment.safeParse(withoutEmpty(env));
  if (!parsed.success) throw new Error(`Check the environment:\n${z.prettifyError(parsed.error)}`);
  const values = parsed.data;
  return {
    databaseUrl: values.DATABASE_URL,
    encryptionKey: parseMasterKey(values.SERVICE_ENCRYPTION_KEY),
    moneyConcurrency: values.WORKER_CONCURRENCY,
    webhookConcurrency: values.WEBHOOK_CONCURRENCY,
    healthPort: values.WORKER_HEALTH_PORT,
    webhookAllowCidrs: values.WEBHOOK_ALLOW_CIDRS,
    shutdownGraceMs: values.SHUTDOWN_GRACE_MS,
    logLevel: values.LOG_LEVEL,
    production: values.NODE_ENV === "production",
    crashAt: values.CRASH_AT,
  };
}

/** Whether a parser takes a text rather than throwing. */
function accepts(parse: (text: string) => unknown): (text: string) => boolean {
  return (text) => {
    try {
      parse(text);
      return true;
    } catch {
      return false;
    }
  };
}

/** `KEY=` in an env file means "not set". */
function withoutEmpty(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
}
