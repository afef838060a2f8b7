import type { Options, Store } from "express-rate-limit";
import type { Redis } from "ioredis";
import type { Logger } from "pino";
import { RedisStore, type RedisReply } from "rate-limit-redis";
import { memoryCounter } from "./memory-counter.ts";

/** After a failure Redis is left alone for this long, so that requests do not wait for it one by one. */
const REDIS_REST_MS = 1_000;

export type Counter = Pick<Store, "increment" | "decrement" | "resetKey" | "prefix"> &
  Required<Pick<Store, "get">>;

type Settings = { name: string; windowMs: number; redis: Redis; log: Logger };

/**
 * Counts hits for a rate limit in Redis, shared by all processes. While Redis is unreachable this process counts for
 * itself: limits get looser by the number of processes, and no request fails.
 *
 * Redis may be away at start, and come back with its scripts lost: they are loaded again after every failure.
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
