import type { Redis } from "ioredis";
import type { Logger } from "pino";
import { memoryCounter } from "./memory-counter.ts";
import { sharedCounter, type Counter } from "./shared-counter.ts";

export const MINUTE = 60_000;

/** Where hits are counted: in Redis if it is configured, else in this process. */
export type CounterPlace = { redis: Redis | undefined; log: Logger };

/** The counter of the limit `name`; see sharedCounter for outages of Redis. */
export function counterFor(name: string, { redis, log }: CounterPlace, windowMs: number = MINUTE): Counter {
  return redis === undefined ? memoryCounter(windowMs) : sharedCounter({ name, windowMs, redis, log });
}
