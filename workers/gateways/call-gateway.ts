import type { Logger } from "pino";
import type { Unknown } from "./gateway.ts";

/**
 * Calls a gateway and turns whatever it throws (a timeout, an abort, a reset, a bug in the adapter) into
 * `unknown`, so that no task can mistake an exception for a refusal.
 *
 * An unknown answer is logged with its reason and what it was `about`: nobody else is told why, and a gateway that
 * answers nothing else is out of order.
 */
export async function callGateway<Answer extends { kind: string }>(
  logger: Logger,
  about: Record<string, string>,
  question: () => Promise<Answer>,
): Promise<Answer | Unknown> {
  const answer = await question().catch((error: unknown): Unknown => {
    const reason = error instanceof Error ? error.name : "exception";
    return { kind: "unknown", reason };
  });
  if (answer.kind === "unknown")
    logger.warn({ ...about, reason: (answer as Unknown).reason }, "the gateway gave no answer");
  return answer;
}
