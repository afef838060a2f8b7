import { randomBytes } from "node:crypto";
import { readStartConfig } from "../../../scripts/config.ts";
import { createDatabase, type Database } from "../../../sql/process/database.ts";
import { testEncryptionKeys } from "../../helpers/encryption-key.ts";
import { startTestIngress } from "../../helpers/platform/start-test-ingress.ts";
import { openDatabases } from "../platform/open-databases.ts";
import { createPlatform, withoutLimits } from "../platform/create-platform.ts";
import type { Secrets } from "./stock.ts";

export type FuzzedPlatform = AsyncDisposable & Secrets & { baseUrl: string; database: Database };

/**
 * Starts what a request needs: a database, workers in their own process, and the ingress in this one, where a polluted
 * prototype is visible. Nothing is rate limited. There is a live gateway without a provider behind it.
 */
export async function startFuzzedPlatform(): Promise<FuzzedPlatform> {
  await using started = new AsyncDisposableStack();
  const databases = started.use(
    await openDatabases({ durable: true, serverUrl: readStartConfig().databaseUrl }),
  );
  const urls = await databases.create();
  const providerSecret = randomBytes(32).toString("hex");
  const bank = { url: "http://127.0.0.1:9", notificationSecret: providerSecret };
  const { settings, startWorker } = createPlatform(urls, bank, { LOG_LEVEL: "error" });
  const workers = started.use(startWorker());
  // Longer than requests wait: a slow machine is no finding.
  const patient = { responseTimeoutMs: 25_000 };
  const env = { ...settings.ingress, ...withoutLimits, DATABASE_POOL_SIZE: "20" };
  const ingress = started.use(await startTestIngress(urls.ownerUrl, patient, env));
  await workers.ready;
  started.defer(() => void process.stderr.write(ingress.log() + workers.log()));
  const database = await createDatabase({ url: urls.ownerUrl, maxPoolSize: 5, applicationName: "fuzz" });
  started.defer(() => database.end());
  const keep = started.move();
  return {
    baseUrl: ingress.url,
    database,
    providerSecret,
    encryptionKeys: testEncryptionKeys,
    [Symbol.asyncDispose]: () => keep.disposeAsync(),
  };
}
