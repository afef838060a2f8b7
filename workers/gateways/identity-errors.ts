import type { Unknown } from "./gateway.ts";

/** The provider cannot answer now. Nothing is said of the person. */
export function unavailable(what: string): Unknown {
  return { kind: "unknown", reason: what };
}

/** It will answer nobody until an operator acts: our key or our balance there. */
export function refused(what: string): Unknown {
  return { kind: "unknown", reason: what, forOperator: "IDENTITY_LOOKUPS_REFUSED" };
}

/** It said something that no document of its own explains. That is never read as an answer. */
export function unexplained(what: string): Unknown {
  return { kind: "unknown", reason: what, forOperator: "IDENTITY_STATUS_UNKNOWN" };
}

/** Registers are slower than banks, and a lookup that is given up may be charged for all the same. */
export const RECORD_MS = 20_000;

/** Records have a picture of the person in them, which is not kept. In bytes. */
export const RECORD_LIMIT = 1024 * 1024;
