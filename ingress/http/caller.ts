import type { Response } from "express";
import type { Acting } from "../../sql/audit-log/acting.ts";
import type { RequestedBy } from "../../sql/keys/callers.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";

/** Who sent the request: the merchant and environment of its key, or of the person's page. */
export type Caller = Tenant & {
  /** The public reference of the key, or of the person. */
  key: string;
  /**
   * False for a live key of a merchant whose business is not verified (any more): it may read, and stop what it
   * started.
   */
  isLiveApproved: boolean;
  scopes: readonly string[];
  /** The key's own limit, which replaces the general one; null if it has none. */
  rateLimitPerMinute: number | null;
  /** The caller for SQL's own check of rights. */
  by: RequestedBy;
  /** The caller in the audit log. */
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
