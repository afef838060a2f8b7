import type { Response } from "express";
import type { Acting } from "../../sql/audit-log/acting.ts";
import type { RequestedBy } from "../../sql/keys/callers.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";

/** Who sent the request: the merchant and environment of its key, or of the page that a person looks at. */
export type Caller = Tenant & {
  /** The public reference of the key, or of the person. */
  key: string;
  /**
   * False for a live key of a merchant whose business is not (or no longer) verified: it may read, and stop what it
   * started.
   */
  isLiveApproved: boolean;
  scopes: readonly string[];
  /** The key's own limit, which replaces the general one; null if it has none. */
  rateLimitPerMinute: number | null;
  /** As whom SQL checks the caller's rights again where it uses them. */
  by: RequestedBy;
  /** As whom the audit log names the caller. */
  acting: Acting;
};

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- how express lets its types be extended
  namespace Express {
    interface Locals {
      caller?: Caller;
    }
  }
}

/** The caller that authenticateCaller found; throws on a route that does not authenticate. */
export function callerOf(response: Pick<Response, "locals">): Caller {
  const { caller } = response.locals;
  if (caller === undefined) throw new Error("this route does not authenticate its callers");
  return caller;
}
