import type { Logger } from "pino";
import type { GatewayResult, Unknown } from "./gateway.ts";

/**
 * Calls a gateway. Any error of the call (a timeout, an abort, a reset connection, a bug in the adapter) becomes
 * `unknown`, so that no task can mistake an exception for a refusal.
 *
 * An unknown result is logged with its reason and what it is `about`: nothing else records why, and operators need to
 * see that a gateway is down.
 */
export async function callGateway<Result extends GatewayResult>(
  logger: Logger,
  about: Record<string, string>,
  call: () => Promise<Result>,
): Promise<Result | Unknown> {
  const result = await call().catch((error: unknown): Unknown => {
    return { kind: "unknown", reason: error instanceof Error ? error.name : "exception" };
  });
  if (result.kind === "unknown") {
    logger.warn({ ...about, reason: result.reason }, "the gateway did not respond");
  }
  return result;
}
