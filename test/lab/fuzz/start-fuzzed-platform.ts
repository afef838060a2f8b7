import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { readConfig } from "../../../ingress/config.ts";
import { startIngress } from "../../../ingress/start-ingress.ts";
import { createLog } from "../../../sql/process/logging.ts";
import { createDatabase, type Database } from "../../../sql/process/database.ts";
import { migrate } from "../../../sql/install/migrate.ts";
import { roleNames } from "../../../sql/install/role-names.ts";
import { readStartConfig } from "../../../scripts/config.ts";
import { openRoles } from "../../../scripts/postgres/open-roles.ts";
import { startThrowawayPostgres } from "../../../scripts/postgres/start-throwaway-postgres.ts";
import { superviseProcess } from "../../../scripts/start/supervise-process.ts";
import type { Secrets } from "./stock.ts";

const BOUNDLESS = "1000000000";

export type FuzzedPlatform = Secrets & {
  baseUrl: string;
  database: Database;
  stop: () => Promise<void>;
};

/**
 * Starts all that a request meets: a database, workers in a process of their own, and the ingress in this one, where a
 * polluted prototype can be seen. Nothing is rate limited. There is a live gateway, with no provider behind it.
 */
export async function startFuzzedPlatform(): Promise<FuzzedPlatform> {
  const { databaseUrl: serverUrl, inherited } = readStartConfig();
  const server =
    serverUrl === undefined ? await startThrowawayPostgres({ durable: true }) : await createOn(serverUrl);
  await migrate(server.url);

  const encryptionKey = randomBytes(32).toString("base64");
  const { urls } = await openRoles({ url: server.url, secret: encryptionKey, isOurs: true });
  const providerSecret = randomBytes(32).toString("hex");
  const env = {
    ...inherited,
    SERVICE_ENCRYPTION_KEY: encryptionKey,
    // What a live gateway demands, besides a durable database.
    PUBLIC_URL: "https://pay.example.com",
    ...{ LIVE_GATEWAYS: "http", LIVE_GATEWAY_URL: "http://127.0.0.1:9" },
    ...{ LIVE_GATEWAY_SECRET: randomBytes(32).toString("hex"), LIVE_GATEWAY_WEBHOOK_SECRETS: providerSecret },
    ...{ RATE_LIMIT_PER_MINUTE: BOUNDLESS, RATE_LIMIT_VERIFY_ACCOUNT_PER_MINUTE: BOUNDLESS },
    ...{ RATE_LIMIT_IDENTITY_CHECK_PER_MINUTE: BOUNDLESS, RATE_LIMIT_FAILED_AUTH_PER_MINUTE: BOUNDLESS },
    ...{ LOG_LEVEL: "error", PORT: "0", HOST: "127.0.0.1", REDIS_URL: "", WORKER_HEALTH_PORT: "" },
    WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8",
    // Longer than a request is waited for: a slow machine is no finding.
    RESPONSE_TIMEOUT_MS: "25000",
    DATABASE_POOL_SIZE: "20",
  };
  const workers = superviseProcess({
    name: "workers",
    script: fileURLToPath(new URL("../../../workers/main.ts", import.meta.url)),
    env: { ...env, DATABASE_URL: urls.workers },
    report: (line) => console.error(line),
  });
  await workers.ready;
  const config = readConfig({ ...env, DATABASE_URL: urls.ingress });
  const ingress = await startIngress(config, createLog("ingress", "error"));
  const database = await createDatabase({ url: server.url, maxPoolSize: 5, applicationName: "fuzz" });
  return {
    baseUrl: `http://127.0.0.1:${ingress.port}`,
    ...{ database, providerSecret, encryptionKeys: config.encryptionKeys },
    stop: async () => {
      await ingress.stop();
      await workers.stop();
      await database.end();
      await server.stop();
    },
  };
}

type Server = { url: string; stop: () => Promise<void> };

/** Never in the database that the URL names: what is sent here stays there. */
async function createOn(serverUrl: string): Promise<Server> {
  const name = `payments_fuzz_${randomBytes(5).toString("hex")}`;
  const url = new URL(serverUrl);
  url.pathname = name;
  await runOn(serverUrl, `create database ${name}`);
  const stop = async () => {
    await runOn(serverUrl, `drop database if exists ${name} with (force)`);
    for (const role of Object.values(roleNames(name))) await runOn(serverUrl, `drop role if exists ${role}`);
  };
  return { url: url.href, stop };
}

async function runOn(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
