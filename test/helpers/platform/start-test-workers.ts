import { pino, type Logger } from "pino";
import { readConfig } from "../../../workers/config.ts";
import { startWorkers } from "../../../workers/start-workers.ts";
import { testEncryptionKey } from "../encryption-key.ts";
import { roleUrl } from "../database/role-url.ts";

/**
 * Runs workers in this process, with settings beyond the usual ones, until the returned value is disposed of. Where the
 * process would have to end meanwhile, `onEnd` is called: by default the test fails.
 */
export async function startTestWorkers(
  databaseUrl: string,
  env: Record<string, string> = {},
  log: Logger = pino({ level: "silent" }),
  onEnd: (reason: string, error?: unknown) => void = (reason, error) => {
    throw new Error(`workers ended: ${reason}`, { cause: error });
  },
): Promise<AsyncDisposable> {
  const config = readConfig({
    DATABASE_URL: env["DATABASE_URL"] ?? roleUrl(databaseUrl, "workers"),
    SERVICE_ENCRYPTION_KEY: testEncryptionKey.toString("base64"),
    WORKER_CONCURRENCY: "8",
    WEBHOOK_CONCURRENCY: "8",
    WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8",
    ...env,
  });
  const workers = await startWorkers(config, log, onEnd);
  return { [Symbol.asyncDispose]: () => workers.stop() };
}
