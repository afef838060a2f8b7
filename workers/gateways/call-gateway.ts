import type { Logger } from "pino";
import { Counter, Histogram } from "prom-client";
import type { Environment } from "../../sql/ledger/money.ts";
import { durationBuckets, registry } from "../../sql/metrics/registry.ts";
import { inSpan } from "../../sql/tracing/spans.ts";
import type { Gateway, GatewayResult, Unknown } from "./gateway.ts";

const calls = new Counter({
  name: "payments_provider_calls_total",
  help: "Calls of a provider by their result; unknown: a timeout, a broken connection, or a response without sense.",
  labelNames: ["operation", "environment", "outcome"],
  registers: [registry],
});
const duration = new Histogram({
  name: "payments_provider_call_duration_seconds",
  help: "How long a call of a provider took, whatever its result.",
  labelNames: ["operation", "environment"],
  buckets: durationBuckets,
  registers: [registry],
});

type GatewayCall = {
  operation: Exclude<keyof Gateway, "kind" | "dedupesByReference" | "notFoundCountsAfterMs">;
  environment: Environment;
};

/**
 * Calls a gateway. Any error of the call (a timeout, an abort, a reset connection, a bug in the adapter) becomes
 * `unknown`, so that no task can mistake an exception for a refusal.
 *
 * An unknown result is logged with its reason and what it is `about`: nothing else records why, and operators need to
 * see that a gateway is down. So is a result that needs a person, as an error.
 */
export async function callGateway<Result extends GatewayResult>(
  logger: Logger,
  { operation, environment }: GatewayCall,
  about: Record<string, string>,
  call: () => Promise<Result>,
): Promise<Result | Unknown> {
  const attributes = { "payments.operation": operation, "payments.environment": environment };
  const startedAt = performance.now();
  const result = await inSpan({ name: `provider ${operation}`, kind: "client", attributes }, async (span) => {
    const called = await call().catch((error: unknown): Unknown => {
      return { kind: "unknown", reason: error instanceof Error ? error.name : "exception" };
    });
    span?.note({ "payments.outcome": called.kind });
    return called;
  });
  duration.observe({ operation, environment }, (performance.now() - startedAt) / 1000);
  calls.inc({ operation, environment, outcome: result.kind });
  if ("forOperator" in result) {
    const reason = result.kind === "unknown" ? result.reason : undefined;
    logger.error({ ...about, code: result.forOperator, reason }, "the provider needs a person");
  } else if (result.kind === "unknown") {
    logger.warn({ ...about, reason: result.reason }, "the gateway did not respond");
  }
  return result;
}
