import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Redis } from "ioredis";
import type { Logger } from "pino";
import { awaitDatabase } from "../sql/process/connections/await-database.ts";
import { createDatabase } from "../sql/process/database.ts";
import { createReplica } from "../sql/process/connections/create-replica.ts";
import { refusePooledSession } from "../sql/process/connections/refuse-pooled-session.ts";
import { refuseUnlimitedStatements } from "../sql/process/connections/refuse-unlimited-statements.ts";
import { refuseUnsafeDatabase } from "../sql/process/connections/refuse-unsafe-database.ts";
import { metricsConnections } from "../sql/process/metrics/database-metrics.ts";
import { serveMetrics } from "../sql/process/metrics/serve-metrics.ts";
import { requireEncryptionKeys } from "../sql/process/encryption/encryption-keys.ts";
import { pendingMigrations } from "../sql/install/pending-migrations.ts";
import { refusePowerfulRole } from "../sql/install/refuse-powerful-role.ts";
import type { PrivateServer } from "../sql/process/metrics/serve-privately.ts";
import { LONGEST_REQUEST_MS } from "./http/limits/body-pace.ts";
import { refuseUnreadableRequests } from "./http/refuse-unreadable-requests.ts";
import { listenForResults } from "./results/listen-for-results.ts";
import { createApp } from "./app.ts";
import { readBuiltFiles } from "./checkout/read-built-files.ts";
import type { Config } from "./config.ts";
import { createCursors } from "./http/cursor.ts";
import { createDrain } from "./http/drain.ts";
import { createNameEnquiries } from "./banks/name-enquiries.ts";
import { createKeyLookups } from "./http/key-lookups.ts";
import { createLimits } from "./http/limits/create-limits.ts";
import { measureRedis } from "./http/limits/measure-redis.ts";
import { createRequestLog } from "./requests/create-request-log.ts";
import { createPayoutBatches } from "./payouts/payout-batches.ts";
import { createPasswords } from "./people/passwords.ts";

/** Slow clients are disconnected. Idle connections must outlast a load balancer's own (60 s is common). */
const serverOptions = {
  headersTimeout: 10_000,
  // Bodies have their own limits, and files another.
  requestTimeout: LONGEST_REQUEST_MS,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
};

/** How long a connection with a request in progress may be silent, beyond the response's time limit. */
const SILENT_MS = 30_000;
/** How long a statement of a GET request may run. */
const READ_MS = 1_000;
/** How long writing a batch of the log of requests may take. */
const LOG_MS = 3_000;

export type Ingress = {
  /** The port that it listens on. With PORT=0 the system chooses one. */
  port: number;
  /** Where /metrics is served, if it is. */
  metricsPort: number | undefined;
  /**
   * Gives balancers notice, then accepts no new connections, lets requests in flight finish, and disconnects from the
   * database and Redis.
   */
  stop(): Promise<void>;
};

type Opening = Pick<Config, "databasePoolSize" | "metricsPort" | "databaseDirectUrl">;

/**
 * The most PostgreSQL connections that one ingress process opens: one listens, one writes the log of requests, and one
 * measures the service where metrics are served. Behind a PgBouncer only the one that listens is PostgreSQL's.
 */
export function connectionsOf(config: Opening): number {
  if (config.databaseDirectUrl !== undefined) return 1;
  return config.databasePoolSize + 2 + (config.metricsPort === undefined ? 0 : metricsConnections);
}

/**
 * Starts the parts of an ingress process. Waits for a database that is down (awaitDatabase). Rejects if the port is
 * taken, or the database unreachable or unsafe for live money.
 */
export async function startIngress(config: Config, log: Logger): Promise<Ingress> {
  const built = await readBuiltFiles();
  const directUrl = config.databaseDirectUrl ?? config.databaseUrl;
  const isPooled = config.databaseDirectUrl !== undefined;
  const openPool = (maxPoolSize: number, statementMs?: number) =>
    createDatabase({
      url: config.databaseUrl,
      maxPoolSize: Math.max(1, maxPoolSize),
      applicationName: "ingress",
      isPooled,
      ...(statementMs !== undefined && { statementMs }),
      onError: (error) => log.warn({ error: error.name }, "a database connection broke"),
    });
  const pools = {
    reads: await openPool(Math.floor(config.databasePoolSize / 2), READ_MS),
    writes: await openPool(Math.ceil(config.databasePoolSize / 2)),
  };
  const onWait = (error: unknown) =>
    log.warn({ error: (error as Error).name }, "the database is away: waiting for it");
  await awaitDatabase(
    () => refusePooledSession(directUrl, isPooled ? "DATABASE_DIRECT_URL" : "DATABASE_URL"),
    onWait,
  );
  await awaitDatabase(() => pools.writes.connect(), onWait);
  if (isPooled) await refuseUnlimitedStatements(pools.writes);
  // Until it is migrated, the ingress is not ready, and nothing is encrypted.
  if ((await pendingMigrations(pools.writes)).length === 0)
    await requireEncryptionKeys(pools.writes, config.encryptionKeys);
  if (config.movesLiveMoney) {
    await refusePowerfulRole(pools.writes, "ingress");
    await refuseUnsafeDatabase(pools.writes);
  }

  const replica =
    config.databaseReadUrl === undefined
      ? undefined
      : await createReplica({
          url: config.databaseReadUrl,
          staleMs: config.databaseReadStaleMs,
          primary: pools.reads,
          onChange: (problem) =>
            problem === null
              ? log.info("the replica is read from")
              : log.warn({ problem }, "the replica is not read from: the primary responds instead"),
        });

  // The log of requests has a connection of its own, so that it and the requests never wait for each other.
  const logDatabase = await openPool(1, LOG_MS);
  const requestLog = createRequestLog(logDatabase, log);
  const redis = config.redisUrl === undefined ? undefined : await connectRedis(config.redisUrl, log);
  const results = listenForResults({
    databaseUrl: directUrl,
    processConnections: connectionsOf(config),
    log,
  });
  const cursors = createCursors(config.encryptionKeys);
  const drain = createDrain();
  const passwords = createPasswords(config.passwordCost);
  const keyLookups = createKeyLookups(pools.reads);
  const payoutBatches = createPayoutBatches(pools.writes);
  const nameEnquiries = createNameEnquiries(pools.writes);
  const limits = createLimits({ ...config, redis, log });
  const app = createApp(
    {
      pools: { ...pools, ...(replica !== undefined && { replica }) },
      keyLookups,
      results,
      cursors,
      drain,
      requestLog,
      passwords,
      payoutBatches,
      nameEnquiries,
      config,
      log,
    },
    limits,
    built,
    config,
  );
  const server = createServer(serverOptions, app);
  refuseUnreadableRequests(server);
  // Clients that neither send nor read for longer than a response may take.
  server.setTimeout(config.responseTimeoutMs + SILENT_MS);
  // An unknown Expect header is ignored. Node alone would refuse it without the envelope.
  server.on("checkExpectation", app);

  let metrics: PrivateServer | undefined;
  const release = async () => {
    const released = Promise.allSettled([
      metrics?.close(),
      requestLog.close().then(() => logDatabase.end()),
      results.close(),
      pools.reads.end(),
      pools.writes.end(),
      replica?.end(),
      redis?.quit(),
    ]);
    // If the network is down, the end of a connection is never confirmed.
    await Promise.race([released, sleep(2_000)]);
    redis?.disconnect();
  };
  try {
    if (config.metricsPort !== undefined) {
      metrics = await serveMetrics({
        port: config.metricsPort,
        host: config.host,
        databaseUrl: config.databaseUrl,
        isPooled,
        onError: (error) => log.warn({ error: (error as Error).name }, "the service could not be measured"),
        pools: {
          reads: pools.reads.use,
          writes: pools.writes.use,
          request_log: logDatabase.use,
          ...(replica !== undefined && { replica: replica.use }),
        },
        gauges: [
          {
            name: "payments_http_requests_in_flight",
            help: "Requests without a complete response, streams included.",
            read: drain.inFlight,
          },
          measureRedis(redis),
        ],
      });
    }
    server.listen(config.port, config.host);
    await once(server, "listening");
  } catch (error) {
    await release();
    throw error;
  }
  return {
    port: (server.address() as AddressInfo).port,
    metricsPort: metrics?.port,
    async stop() {
      const { shutdownNoticeMs, responseTimeoutMs } = config;
      await drain.close(server, { noticeMs: shutdownNoticeMs, withinMs: responseTimeoutMs + 5_000 });
      await release();
    },
  };
}

/** Connects to Redis. While Redis is unreachable commands fail fast, and the client reconnects by itself. */
async function connectRedis(url: string, log: Logger): Promise<Redis> {
  const { Redis } = await import("ioredis");
  const redis = new Redis(url, {
    maxRetriesPerRequest: 1,
    commandTimeout: 300,
    connectTimeout: 2_000,
    // On a dead connection the command fails, and the connection is replaced too.
    socketTimeout: 1_000,
  });
  let reachable = true;
  redis.on("error", (error: Error & { code?: string }) => {
    if (reachable)
      log.error({ error: error.name, errorCode: error.code }, "Redis is unreachable: limits are per process");
    reachable = false;
  });
  redis.on("ready", () => {
    if (!reachable) log.info("Redis is back: limits are shared again");
    reachable = true;
  });
  return redis;
}
