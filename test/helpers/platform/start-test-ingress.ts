import type { Logger } from "pino";
import { createLog } from "../../../sql/process/logging.ts";
import { readConfig, type Config } from "../../../ingress/config.ts";
import { startIngress } from "../../../ingress/start-ingress.ts";
import { testEncryptionKey } from "../encryption-key.ts";
import { createCall, type Call } from "../call.ts";
import { roleUrl } from "../database/role-url.ts";

export type TestIngress = {
  url: string;
  call: Call;
  /** What it has logged so far, one JSON document a line. */
  log(): string;
  stop(): Promise<void>;
};

type Overrides = Partial<Omit<Config, "limitsPerMinute">> & {
  limitsPerMinute?: Partial<Config["limitsPerMinute"]>;
};

/** All tests come from one address. */
const ofOneAddress = { signIn: 100_000, signUp: 100_000, publicFiles: 100_000 };

/** Hundreds of passwords are set and tried. */
const cheapPasswords = { passwordCost: { memory: 64, passes: 1, parallelism: 1 } };

/** Workers on a busy machine may take longer than production's limit. */
const patient = { responseTimeoutMs: 60_000 };

/**
 * Starts an ingress in this process, on a free port, with production's settings except for `overrides`, those of its
 * `own` environment, what one address may do, and what a password hash costs.
 */
export async function startTestIngress(
  databaseUrl: string,
  { limitsPerMinute, ...overrides }: Overrides = {},
  own: Record<string, string> = {},
): Promise<TestIngress & AsyncDisposable> {
  let lines = "";
  const env = {
    // What does not run under vitest has roles of its own.
    DATABASE_URL: own["DATABASE_URL"] ?? roleUrl(databaseUrl, "ingress"),
    SERVICE_ENCRYPTION_KEY: testEncryptionKey.toString("base64"),
    ...own,
  };
  const usual = readConfig(env);
  const config: Config = {
    ...usual,
    port: 0,
    host: "127.0.0.1",
    ...patient,
    ...cheapPasswords,
    ...overrides,
    limitsPerMinute: { ...usual.limitsPerMinute, ...ofOneAddress, ...limitsPerMinute },
  };
  const log: Logger = createLog("ingress", config.logLevel, { write: (line) => void (lines += line) });
  const ingress = await startIngress(config, log);
  const url = `http://127.0.0.1:${ingress.port}`;
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= ingress.stop());
  return { url, call: createCall(url), log: () => lines, stop, [Symbol.asyncDispose]: stop };
}
