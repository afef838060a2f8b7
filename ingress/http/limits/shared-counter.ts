import type { Options, Store } from "express-rate-limit";
import type { Redis } from "ioredis";
import type { Logger } from "pino";
import { RedisStore, type RedisReply } from "rate-limit-redis";
import { memoryCounter } from "./memory-counter.ts";

/** After a failure Redis is not used for this long, so that requests do not each wait for it. */
const REDIS_REST_MS = 1_000;

export type Counter = Pick<Store, "increment" | "decrement" | "resetKey" | "prefix"> &
  Required<Pick<Store, "get">>;

type Settings = { name: string; windowMs: number; redis: Redis; log: Logger };

/**
 * Counts the hits of a rate limit in Redis, shared by all processes. While Redis is unreachable each process counts
 * alone: with n processes the limit is up to n times as high, and no request fails.
 *
 * Redis may be unreachable at start, and may lose its scripts in a restart: they are loaded again after every failure.
 */
export function sharedCounter({ name, windowMs, redis, log }: Settings): Counter {
  const prefix = `limit:${name}:`;
  const memory = memoryCounter(windowMs);
  const shared = new RedisStore({
    prefix,
    sendCommand: (command, ...args) => redis.call(command, ...args) as Promise<RedisReply>,
  });
  let loading: Promise<void> | undefined;
  let restUntil = 0;

  const count = async <Result>(use: (counter: Counter) => Promise<Result> | Result): Promise<Result> => {
    if (redis.status !== "ready" || Date.now() < restUntil) return use(memory);
    try {
      await (loading ??= shared.init({ windowMs } as Options));
      return await use(shared);
    } catch (error) {
      loading = undefined;
      restUntil = Date.now() + REDIS_REST_MS;
      const { name: kind } = error as Error;
      log.error({ limit: name, error: kind }, "Redis failed: this process counts for itself");
      return use(memory);
    }
  };

  return {
    prefix,
    get: (key) => count((counter) => counter.get(key)),
    increment: (key) => count((counter) => counter.increment(key)),
    decrement: (key) => count((counter) => counter.decrement(key)),
    resetKey: (key) => count((counter) => counter.resetKey(key)),
  };
}
