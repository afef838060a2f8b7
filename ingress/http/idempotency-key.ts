import { createHmac } from "node:crypto";
import { z } from "zod";
import { deriveKey, type MasterKeys } from "../../sql/process/encryption/encryption.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { Problem } from "./problems.ts";

const form = "must be 1 to 255 printable ASCII characters";

/** The header as callers send it. An empty one counts as missing. */
const key = z
  .string({ error: form })
  .regex(/^[\x20-\x7e]{0,255}$/, form)
  .optional();
const wire = { type: "string", pattern: String.raw`^[\x20-\x7e]{1,255}$` };

export const requiredIdempotencyKey = key.meta({ rule: form, mandatory: true, wire });

/** The key that a request has to carry. Raises IDEMPOTENCY_KEY_REQUIRED. */
export function needIdempotencyKey(given: string | undefined): string {
  if (given === undefined || given === "")
    throw new Problem("IDEMPOTENCY_KEY_REQUIRED", "Add an Idempotency-Key, the same for every retry.");
  return given;
}

export const optionalIdempotencyKey = key
  .describe("Makes the request safe to retry: the same key returns the same resource. Kept for 30 days.")
  .meta({ rule: form, wire });

/** A key that would have no effect is refused: it would mislead. */
const refused = (why: string) =>
  z
    .literal("", { error: `must be left out: ${why}` })
    .optional()
    .meta({ hidden: true });

/** For requests that act again each time they are sent. */
export const refusedIdempotencyKey = refused(
  "this endpoint doesn't support it, and repeating the request isn't safe",
);

/** For requests that change nothing. */
export const needlessIdempotencyKey = refused("this endpoint changes nothing");

export const keyConflict = () =>
  new Problem("IDEMPOTENCY_KEY_CONFLICT", "This Idempotency-Key was already used with a different body.");

/**
 * The keyed hashes of a body for one tenant and route, the current master key first. Keyed, and per tenant, because a
 * body may hold a BVN: a reader of the table can't guess it, or see that two merchants sent the same one. After a
 * change of the master key, reusing a key whose master key is gone is a conflict.
 */
export function hashForKey(
  { current, other }: MasterKeys,
  { merchantId, environment }: Tenant,
  route: string,
  bodyHash: Buffer,
): Buffer[] {
  return [current, ...(other === undefined ? [] : [other])].map((masterKey) =>
    createHmac("sha256", deriveKey(masterKey, "idempotency"))
      .update(`${merchantId}:${environment}:${route}:`)
      .update(bodyHash)
      .digest(),
  );
}
