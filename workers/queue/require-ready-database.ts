import { createDatabase } from "../../sql/process/database.ts";
import { refusePooledSession } from "../../sql/process/connections/refuse-pooled-session.ts";
import { refuseUnlimitedStatements } from "../../sql/process/connections/refuse-unlimited-statements.ts";
import { refuseUnsafeDatabase } from "../../sql/process/connections/refuse-unsafe-database.ts";
import { requireEncryptionKeys } from "../../sql/process/encryption/encryption-keys.ts";
import { pendingMigrations } from "../../sql/install/pending-migrations.ts";
import { refusePowerfulRole } from "../../sql/install/refuse-powerful-role.ts";
import { requireKnownQueues } from "../../sql/queue/workers/workers.ts";
import type { Config } from "../config.ts";

/**
 * Throws unless the database is reachable, has every migration and the queues that this code knows, is encrypted with
 * this process's key, and, if live money may move, keeps what it has committed and gives this process no more rights
 * than it needs. Workers never migrate: a deployment does that once, before they start.
 */
export async function requireReadyDatabase(config: Config): Promise<void> {
  const { databaseUrl, databaseDirectUrl, encryptionKeys, movesLiveMoney } = config;
  const isPooled = databaseDirectUrl !== undefined;
  await refusePooledSession(
    databaseDirectUrl ?? databaseUrl,
    isPooled ? "DATABASE_DIRECT_URL" : "DATABASE_URL",
  );
  const database = await createDatabase({
    url: databaseUrl,
    isPooled,
    maxPoolSize: 1,
    applicationName: "workers-start",
  });
  try {
    await database.connect();
    if (isPooled) await refuseUnlimitedStatements(database);
    const pending = await pendingMigrations(database);
    if (pending.length > 0)
      throw new Error(`Run "npm run migrate" first: ${pending.join(", ")} not applied.`);
    await requireKnownQueues(database);
    await requireEncryptionKeys(database, encryptionKeys);
    if (movesLiveMoney) {
      await refusePowerfulRole(database, "workers");
      await refuseUnsafeDatabase(database);
    }
  } finally {
    await database.end();
  }
}
