import ipaddr from "ipaddr.js";
import { z } from "zod";
import { tracingEnvironment } from "./tracing/tracing-settings.ts";
import { parseMasterKey } from "./encryption/encryption.ts";

const networks = z
  .string()
  .default("")
  .transform(splitList)
  .refine((cidrs) => cidrs.every((cidr) => ipaddr.isValidCIDR(cidr)), {
    error: "must be networks such as 10.0.0.0/8, separated by commas",
  });

/** A port of a server that runs where it is set. 0: any free one. */
export const port = z.coerce.number().int().min(0).max(65535).optional();

/** The settings that ingress and workers share. Their config.ts files read the environment; this says what is valid. */
export const sharedSettings = {
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: "is required: the URL of a PostgreSQL database",
    })
    .describe(
      "PostgreSQL 15 or newer, with this process's own login: docs/operating/database.md#database-roles.",
    ),
  DATABASE_DIRECT_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: "must be the URL of a PostgreSQL database" })
    .optional()
    .describe(
      "Where DATABASE_URL leads to a PgBouncer: the same login, straight to PostgreSQL. See " +
        "docs/operating/database.md#behind-a-pgbouncer.",
    ),
  SERVICE_ENCRYPTION_KEY: z
    .base64({ error: "is required: 32 random bytes in base64" })
    .refine(accepts(parseMasterKey), { error: "must be 32 bytes in base64" })
    .describe(
      "32 random bytes in base64, from `openssl rand -base64 32`. The same for every process; `npm run " +
        "migrate` needs none. Keep it as long as the database and its backups. Production refuses the key of " +
        ".env.example.",
    ),
  SERVICE_ENCRYPTION_KEY_OTHER: z
    .base64({ error: "must be 32 bytes in base64" })
    .refine(accepts(parseMasterKey), { error: "must be 32 bytes in base64" })
    .optional()
    .describe(
      "A second key that can decrypt, while you change the key: " +
        "docs/operating/keys.md#change-the-encryption-key.",
    ),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: "must be an http or https URL" })
    .optional()
    .describe(
      "Where callers reach the service, without a path; https in production. Links start with it, and " +
        "webhooks to it are refused, so workers need it too. Empty: http://localhost and the PORT of the " +
        "ingress.",
    ),
  WEBHOOK_ALLOW_CIDRS: networks.describe(
    "Private networks that webhooks may reach, such as 10.1.0.0/16, separated by commas. The same for " +
      "ingress and workers. Any port, plain http and hosts without a dot are allowed there.",
  ),
  WEBHOOK_TEST_ALLOW_CIDRS: networks.describe(
    "More networks that only test webhooks may reach. `npm start -- --allow-local-webhooks` sets it to " +
      "this machine.",
  ),
  METRICS_PORT: port.describe(
    "Serves GET /metrics for Prometheus on this port of HOST, which the public must not reach. Each " +
      "process of a machine needs its own; `npm start` gives the workers the next one. Empty: no metrics.",
  ),
  ...tracingEnvironment,
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"])
    .default("info")
    .describe("fatal, error, warn, info, debug, trace or silent. `npm start` uses warn."),
  NODE_ENV: z
    .enum(["development", "test", "production"])
    .default("development")
    .describe(
      "production requires an https PUBLIC_URL, an encryption key of your own, a durable database and a " +
        "database role without power. A live gateway requires the same in any NODE_ENV.",
    ),
};

/** The key of .env.example is public. */
const exampleKeys = [Buffer.alloc(32).toString("base64")];

/** Adds an issue for the key of .env.example, which must never encrypt what live money depends on. */
export function refuseExampleKey(env: { SERVICE_ENCRYPTION_KEY: string }, context: z.RefinementCtx): void {
  if (exampleKeys.includes(env.SERVICE_ENCRYPTION_KEY)) {
    context.addIssue({ code: "custom", path: ["SERVICE_ENCRYPTION_KEY"], message: "is the example's key" });
  }
}

/** A whole number of at least `smallest`, `fallback` where it is not set. */
export function whole(fallback: number, smallest: number) {
  const error = `must be a whole number from ${smallest}`;
  return z.coerce.number({ error }).int({ error }).min(smallest, { error }).default(fallback);
}

/** The items of a list that is separated by commas. */
export function splitList(text: string): string[] {
  return text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

/** Whether a parser accepts a text instead of throwing. */
export function accepts(parse: (text: string) => unknown): (text: string) => boolean {
  return (text) => {
    try {
      parse(text);
      return true;
    } catch {
      return false;
    }
  };
}

/** What is set: `KEY=` in an env file means "not set". */
export function withoutEmpty(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
}

/**
 * Parses an environment by a process's schema. Throws an Error whose message names every setting that is missing or
 * wrong; it never contains values.
 */
export function parseSettings<Schema extends z.ZodType>(
  schema: Schema,
  env: NodeJS.ProcessEnv,
): z.output<Schema> {
  const parsed = schema.safeParse(withoutEmpty(env));
  if (!parsed.success) throw new Error(`Check the environment:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
