import type { Unknown } from "./gateway.ts";

/** The provider cannot answer now. This tells nothing about the person. */
export function unavailable(what: string): Unknown {
  return { kind: "unknown", reason: what };
}

/** It answers nobody until an operator acts: our key or our balance there. */
export function refused(what: string): Unknown {
  return { kind: "unknown", reason: what, forOperator: "IDENTITY_LOOKUPS_REFUSED" };
}

/** An undocumented response. It is never treated as an answer. */
export function unexplained(what: string): Unknown {
  return { kind: "unknown", reason: what, forOperator: "IDENTITY_STATUS_UNKNOWN" };
}

/** Registers are slower than banks, and an abandoned lookup may still be charged for. */
export const RECORD_MS = 20_000;

/** Records have a picture of the person in them, which is not kept. In bytes. */
export const RECORD_LIMIT = 1024 * 1024;
