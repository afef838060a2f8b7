import type { Logger } from "pino";
import type { Environment } from "../../sql/ledger/money.ts";
import { inSpan } from "../../sql/process/tracing/spans.ts";
import type { GatewayResult, Offering, Operation, Unknown } from "./gateway.ts";
import { calls, duration, notMade } from "./guards/call-metrics.ts";

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
