import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import type { Logger } from "pino";
import { createDatabase } from "../sql/database.ts";
import { refuseUnsafeDatabase } from "../sql/durability.ts";
import { refuseUnreadableRequests, requireHost } from "./http/refuse-unreadable-requests.ts";
import { listenForResults } from "./results/listen-for-results.ts";
import { createApp } from "./app.ts";
import { readBuiltFiles } from "./checkout/read-built-files.ts";
import type { Config } from "./config.ts";
import { createCursors } from "./http/cursor.ts";
import { createDrain, type Drain } from "./http/drain.ts";
import { createLimits } from "./http/limits.ts";

/** A client that sends slowly holds a socket, no more, and not for long. An idle one outlives a load balancer's. */
const serverOptions = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
  // Its refusal has no envelope: requireHost takes its place.
  requireHostHeader: false,
};

export type Ingress = {
  /** The port it listens on, which the system chose where the setting is 0. */
  port: number;
  /** Takes no new connections, lets requests in flight finish, and lets go of database and Redis. */
  stop(): Promise<void>;
};

/** Starts an ingress process's parts. Rejects where the port cannot be had or the database is unsafe in production. */
export async function startIngress(config: Config, log: Logger): Promise<Ingress> {
  const built = await readBuiltFiles();
  const database = await createDatabase({
    url: config.databaseUrl,
    maxPoolSize: config.databasePoolSize,
    applicationName: "ingress",
    onError: (error) => log.warn({ error: error.name }, "a database connection broke"),
  });
  if (config.production) await refuseUnsafeDatabase(database);

  const redis = config.redisUrl === undefined ? undefined : connectRedis(config.redisUrl, log);
  const results = listenForResults({ databaseUrl: config.databaseUrl, log });
  const cursors = createCursors(config.encryptionKeys);
  const drain = createDrain();
  const limits = createLimits({ limitsPerMinute: config.limitsPerMinute, redis, log });
  const app = requireHost(
    createApp({ database, results, cursors, drain, config, log }, limits, built, config),
  );
  const server = createServer(serverOptions, app);
  refuseUnreadableRequests(server);
  // By itself Node refuses an expectation that it does not know, without the envelope. It may as well be ignored.
  server.on("checkExpectation", app);

  const release = async () => {
    const released = Promise.allSettled([results.close(), database.end(), redis?.quit()]);
    // A network that swallows everything confirms no goodbye.
    await Promise.race([released, sleep(2_000)]);
    redis?.disconnect();
  };
  try {
    server.listen(config.port, config.host);
    await once(server, "listening");
  } catch (error) {
    await release();
    throw error;
  }
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      drain.start();
      await closeConnections(server, drain, config.answerTimeoutMs + 5_000);
      await release();
    },
  };
}

/**
 * Waits for the requests in flight. Connections on which none is under way have a second to complete one, and are closed
 * then; after `milliseconds` all are.
 */
async function closeConnections(server: Server, drain: Drain, milliseconds: number): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  await Promise.race([closed, drain.quietFor(1_000), sleep(milliseconds)]);
  server.closeAllConnections();
  await closed;
}

/** Redis may be away now and later; commands fail fast while it is, and the connection comes back by itself. */
function connectRedis(url: string, log: Logger): Redis {
  const redis = new Redis(url, {
    maxRetriesPerRequest: 1,
    commandTimeout: 300,
    connectTimeout: 2_000,
    // A connection that swallows what it is sent is given up, not only the command.
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
