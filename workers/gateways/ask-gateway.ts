import type { Unknown } from "./gateway.ts";

/**
 * Calls a gateway and turns whatever it throws (a timeout, an abort, a reset, a bug in the adapter) into
 * `unknown`, so that no task can mistake an exception for a refusal.
 */
export async function askGateway<Answer>(question: () => Promise<Answer>): Promise<Answer | Unknown> {
  try {
    return await question();
  } catch (error) {
    return { kind: "unknown", reason: error instanceof Error ? error.name : "exception" };
  }
}
