import { randomBytes, randomUUID } from "node:crypto";
import { openRoles } from "../../../scripts/postgres/open-roles.ts";
import { startThrowawayPostgres } from "../../../scripts/postgres/start-throwaway-postgres.ts";
import { createDatabase, type Database } from "../../../sql/process/database.ts";
import { migrate } from "../../../sql/install/migrate.ts";
import { createApiKey } from "../../../sql/keys/api-keys.ts";
import { setKybStatus } from "../../../sql/merchants/merchants.ts";
import { createFundedMerchant, createLink, fund } from "../../helpers/records.ts";
import { startIngressProcess, startWorkerProcess } from "../../helpers/platform/start-process.ts";
import type { Target } from "./attack.ts";

const BALANCE = 1_000_000_000n;

export type StartedTarget = Omit<Target, "attacker"> & {
  /** Makes another attacker: each has the limits of a key to itself. */
  createAttacker: () => Promise<Target["attacker"]>;
  /** The live key of the merchant who must not notice anything. */
  victimKey: string;
  stop: () => Promise<void>;
};

/**
 * Starts a durable PostgreSQL, one ingress and one worker process as production does, as if behind one proxy, with an
 * approved merchant who attacks and another one who does not.
 */
export async function startTarget(providerUrl: string): Promise<StartedTarget> {
  const postgres = await startThrowawayPostgres({ durable: true });
  await migrate(postgres.url);
  const { urls } = await openRoles({ url: postgres.url, secret: randomUUID(), isOurs: true });
  const database = await createDatabase({ url: postgres.url, maxPoolSize: 2, applicationName: "attack" });
  const victimKey = await createVictim(database);

  const env = { LIVE_GATEWAYS: "http", WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8", LOG_LEVEL: "fatal" };
  const workers = startWorkerProcess(postgres.url, {
    ...env,
    DATABASE_URL: urls.workers,
    ...{ LIVE_GATEWAY_URL: providerUrl, LIVE_GATEWAY_SECRET: randomBytes(32).toString("hex") },
    ...{ WORKER_CONCURRENCY: "10", WEBHOOK_CONCURRENCY: "20" },
  });
  const ingress = await startIngressProcess(postgres.url, {
    ...env,
    DATABASE_URL: urls.ingress,
    ...{ PUBLIC_URL: "https://payments.example.com", TRUSTED_PROXY_HOPS: "1" },
    LIVE_GATEWAY_WEBHOOK_SECRETS: randomBytes(32).toString("hex"),
  });
  await Promise.all([workers.ready, ingress.ready]);
  return {
    url: ingress.url,
    databaseUrl: postgres.url,
    victimKey,
    createAttacker: () => createAttacker(database),
    stop: async () => {
      await database.end();
      await ingress[Symbol.asyncDispose]();
      await workers[Symbol.asyncDispose]();
      await postgres.stop();
    },
  };
}

async function createAttacker(database: Database): Promise<Target["attacker"]> {
  const test = await createFundedMerchant(database, BALANCE);
  const live = { ...test, environment: "live" as const };
  await setKybStatus(database, test.merchantId, "approved");
  return {
    ...{ test, live },
    testKey: (await createApiKey(database, test)).secretKey,
    liveKey: (await createApiKey(database, live)).secretKey,
    liveSlug: await createLink(database, live, { amountType: "open", amount: null, linkType: "reusable" }),
  };
}

async function createVictim(database: Database): Promise<string> {
  const live = await createFundedMerchant(database, 0n, "live");
  await setKybStatus(database, live.merchantId, "approved");
  await fund(database, live, BALANCE);
  return (await createApiKey(database, live)).secretKey;
}
