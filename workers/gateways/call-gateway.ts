import type { Logger } from "pino";
import { Counter, Histogram } from "prom-client";
import type { Environment } from "../../sql/ledger/money.ts";
import { durationBuckets, registry } from "../../sql/process/metrics/registry.ts";
import { inSpan } from "../../sql/process/tracing/spans.ts";
import type { Gateway, GatewayResult, Offering, Operation, Unknown } from "./gateway.ts";

const calls = new Counter({
  name: "payments_provider_calls_total",
  help: "Calls of a provider by their result; unknown: a timeout, a broken connection, or a response without sense.",
  labelNames: ["gateway", "operation", "environment", "outcome"],
  registers: [registry],
});
const notMade = new Counter({
  name: "payments_provider_calls_not_made_total",
  help: "Calls of a provider that were not made: its breaker is open, too many run, or it asked us to wait.",
  labelNames: ["gateway", "operation", "reason"],
  registers: [registry],
});
const duration = new Histogram({
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

type GatewayCall<Offered extends Operation> = {
  /** Undefined: no configured gateway offers the operation. */
  gateway: Offering<Offered> | undefined;
  operation: Offered;
  environment: Environment;
};

/**
 * Calls a gateway. Any error of the call (a timeout, an abort, a reset connection, a bug in the adapter) becomes
 * `unknown`, so that no task can mistake an exception for a refusal. So does an operation that no gateway offers.
 *
 * A call that was not made (createGuard) is counted separately: the provider did nothing.
 *
 * An unknown result is logged with its reason and what it is `about`: nothing else records why, and operators need to
 * see that a gateway is down. A result that needs a person is logged as an error.
 */
export async function callGateway<Offered extends Operation, Result extends GatewayResult>(
  logger: Logger,
  { gateway, operation, environment }: GatewayCall<Offered>,
  about: Record<string, string>,
  call: (gateway: Offering<Offered>) => Promise<Result>,
): Promise<Result | Unknown> {
  const labels = { gateway: gateway?.kind ?? "none", operation, environment };
  const attributes = {
    "payments.gateway": labels.gateway,
    "payments.operation": operation,
    "payments.environment": environment,
  };
  const startedAt = performance.now();
  const result = await inSpan({ name: `provider ${operation}`, kind: "client", attributes }, async (span) => {
    const called = gateway === undefined ? noGateway : await call(gateway).catch(unknownError);
    span?.note({ "payments.outcome": called.kind });
    return called;
  });
  const whose = { ...about, gateway: labels.gateway };
  if ("notCalled" in result && result.notCalled !== undefined) {
    notMade.inc({ gateway: labels.gateway, operation, reason: result.notCalled });
    logger.info({ ...whose, reason: result.notCalled }, "the gateway was not called");
    return result;
  }
  duration.observe(labels, (performance.now() - startedAt) / 1000);
  calls.inc({ ...labels, outcome: result.kind });
  if ("forOperator" in result && result.forOperator !== undefined) {
    const reason = "reason" in result ? result.reason : undefined;
    logger.error({ ...whose, code: result.forOperator, reason }, "the provider needs a person");
  } else if (result.kind === "not_sent") {
    logger.warn({ ...whose, reason: result.reason, notSent: result.notSent }, "the gateway did not send it");
  } else if (result.kind === "unknown") {
    logger.warn({ ...whose, reason: result.reason }, "the gateway did not respond");
  }
  return result;
}

const noGateway: Unknown = { kind: "unknown", reason: "no gateway in LIVE_GATEWAYS offers this" };

function unknownError(error: unknown): Unknown {
  return { kind: "unknown", reason: error instanceof Error ? error.name : "exception" };
}
