import { MemoryStore, type ClientRateLimitInfo, type Options, type Store } from "express-rate-limit";
import type { Redis } from "ioredis";
import type { Logger } from "pino";
import { RedisStore, type RedisReply } from "rate-limit-redis";

/** After a failure Redis is left alone for this long, so that requests do not wait for it one by one. */
const REDIS_REST_MS = 1_000;

type Setting = { name: string; redis: Redis | undefined; log: Logger };

/**
 * Counts hits for a rate limit in Redis, shared by all processes. While Redis is unreachable, or not configured, this
 * process counts for itself: limits get looser by the number of processes, and no request fails.
 *
 * Redis may be away at start, and come back with its scripts lost: they are loaded again after every failure.
 */
export function sharedCounter({
  name,
  redis,
  log,
}: Setting): Required<Pick<Store, "get" | "increment">> & Store {
  const memory = new MemoryStore();
  if (redis === undefined) return memory;

  const shared = new RedisStore({
    prefix: `limit:${name}:`,
    sendCommand: (command, ...args) => redis.call(command, ...args) as Promise<RedisReply>,
  });
  let options: Options;
  let loading: Promise<void> | undefined;
  let restUntil = 0;

  const inRedis = async <Result>(
    use: () => Promise<Result>,
    alone: () => Promise<Result>,
  ): Promise<Result> => {
    if (redis.status !== "ready" || Date.now() < restUntil) return alone();
    try {
      await (loading ??= shared.init(options));
      return await use();
    } catch (error) {
      loading = undefined;
      restUntil = Date.now() + REDIS_REST_MS;
      log.error(
        { limit: name, error: (error as Error).name },
        "Redis failed: this process counts for itself",
      );
      return alone();
    }
  };

  return {
    prefix: `limit:${name}:`,
    init(given) {
      options = given;
      memory.init(given);
    },
    get: (key) =>
      inRedis<ClientRateLimitInfo | undefined>(
        () => shared.get(key),
        () => memory.get(key),
      ),
    increment: (key) =>
      inRedis<ClientRateLimitInfo>(
        () => shared.increment(key),
        () => memory.increment(key),
      ),
    decrement: (key) =>
      inRedis<void>(
        () => shared.decrement(key),
        () => memory.decrement(key),
      ),
    resetKey: (key) =>
      inRedis<void>(
        () => shared.resetKey(key),
        () => memory.resetKey(key),
      ),
    shutdown: () => memory.shutdown(),
  };
}
