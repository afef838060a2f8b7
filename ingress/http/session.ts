import type { Response } from "express";
import type { Acting } from "../../sql/audit-log/acting.ts";
import type { RequestedBy } from "../../sql/keys/callers.ts";
import type { FoundSession } from "../../sql/sessions/sessions.ts";
import type { MemberRole } from "../../sql/members/member-json.ts";
import { cookieNamed } from "./cookies.ts";

/** Who sent a request that came with a person's session. */
export type Session = FoundSession & {
  /** The address that the request came from. */
  ip: string;
  /** The session for SQL's own check of rights. */
  by: RequestedBy;
  /** The person in the audit log. */
  acting: Acting;
};

/** The session of a route with a merchant. */
export type MemberSession = Session & { merchantId: bigint; role: MemberRole };

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- how express lets its types be extended
  namespace Express {
    interface Locals {
      session?: Session;
    }
  }
}

/** The session that authenticateSession found; throws on a route that takes none. */
export function sessionOf(response: Response): Session {
  const { session } = response.locals;
  if (session === undefined) throw new Error("this route takes no session");
  return session;
}

/** How long a person's proof of identity counts. */
export const PROOF_MS = 10 * 60_000;

/**
 * A person's permissions at a merchant: read everything; or make the changes of developers, finance people, approvers
 * or owners. `collect`: create payment requests, which developers may do in test to try their code.
 */
export type Permission = "read" | "develop" | "collect" | "pay" | "approve" | "own";

/** What each role may do (design, "People"). */
export const permissionsOf: Record<MemberRole, readonly Permission[]> = {
  viewer: ["read"],
  approver: ["read", "approve"],
  developer: ["read", "develop"],
  finance: ["read", "collect", "pay"],
  owner: ["read", "develop", "collect", "pay", "approve", "own"],
};

/** Whether a role may do something in an environment; without one, where there is none. */
export function isPermitted(role: MemberRole, permission: Permission, environment?: string): boolean {
  const isTried = permission === "collect" && environment === "test" && role === "developer";
  return isTried || permissionsOf[role].includes(permission);
}

/** Browsers keep it until they are closed or 14 days have passed; the server's own limits decide. */
export const sessionCookie = cookieNamed("__Host-session", 14 * 86_400);
