import { Counter, Histogram } from "prom-client";
import { durationBuckets, registry } from "../../../sql/process/metrics/registry.ts";
import type { Gateway, Operation } from "../gateway.ts";

export const calls = new Counter({
  name: "payments_provider_calls_total",
  help: "Calls of a provider by their result; unknown: a timeout, a broken connection, or a response without sense.",
  labelNames: ["gateway", "operation", "environment", "outcome"],
  registers: [registry],
});
export const notMade = new Counter({
  name: "payments_provider_calls_not_made_total",
  help: "Calls of a provider that were not made: its breaker is open, too many run, or it asked us to wait.",
  labelNames: ["gateway", "operation", "reason"],
  registers: [registry],
});
export const duration = new Histogram({
  name: "payments_provider_call_duration_seconds",
  help: "How long a call of a provider took, whatever its result.",
  labelNames: ["gateway", "operation", "environment"],
  buckets: durationBuckets,
  registers: [registry],
});

/**
 * Counts the failures of a live gateway's operation from 0: a series that begins with a burst of them shows no
 * increase, and no alert. Of a slow gateway there may be nothing but that burst, since the next one takes over.
 */
export function countFailuresOf(gateway: Gateway["kind"], operation: Operation): void {
  for (const outcome of ["unknown", "not_sent"])
    calls.inc({ gateway, operation, environment: "live", outcome }, 0);
}
