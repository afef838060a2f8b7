import type { Redis } from "ioredis";
import type { ReadGauge } from "../../../sql/process/metrics/process-metrics.ts";

/** How fast Redis responds to this process: +Inf where it does not within 0.3 s, absent where none is configured. */
export const measureRedis = (redis: Redis | undefined): ReadGauge => ({
  name: "payments_redis_response_seconds",
  help: "How long Redis took to respond to this process; +Inf if it did not. Absent without a Redis.",
  read: async () => {
    if (redis === undefined) return undefined;
    const sentAt = performance.now();
    return redis.ping().then(
      () => (performance.now() - sentAt) / 1000,
      () => Infinity,
    );
  },
});
