import type { Request, RequestHandler, Response } from "express";
import { environments, type Environment } from "../../../sql/ledger/money.ts";
import { findSession } from "../../../sql/sessions/sessions.ts";
import { type MemberRole } from "../../../sql/members/member-json.ts";
import { noteFacts } from "../../../sql/process/tracing/trace.ts";
import type { ProcessContext } from "../../context.ts";
import { callerIp } from "../caller-ip.ts";
import type { Limits } from "../limits/create-limits.ts";
import { invalid, notFound, Problem, rightLost } from "../problems.ts";
import { databaseFor } from "../request-database.ts";
import { isPermitted, permissionsOf, sessionCookie, sessionOf } from "../session.ts";
import type { SessionAccess } from "../route.ts";
import type { Permission } from "../session.ts";
import { refuseOtherOrigins } from "./require-own-origin.ts";

type Needs = {
  pools: ProcessContext["pools"];
  limits: Pick<Limits, "failedAuthentication" | "knownKeys" | "refusedHere" | "refuseSpent">;
};

/** Accepts requests of people who are signed in. */
export function authenticateSession(
  needs: Needs,
  { guardsAccount }: Pick<SessionAccess, "guardsAccount"> = {},
): RequestHandler {
  return async (request, response, next) => {
    await findSessionOf(request, response, needs, guardsAccount && "session");
    next();
  };
}

/**
 * Records a request's session; raises AUTH_REQUIRED without an active one. It is looked up for every request, so that
 * an ended session is refused at once. Guesses are counted per address, as with keys. A failed token counts once per
 * address: a page sends several requests, and an ended session stays ended.
 */
async function findSessionOf(
  request: Request,
  response: Response,
  { pools, limits }: Needs,
  countedFor: "person" | "session" = "person",
): Promise<void> {
  const { failedAuthentication: failures, knownKeys, refusedHere } = limits;
  const ip = callerIp(request);
  const signedOut = rightLost("AUTH_REQUIRED");
  const token = sessionCookie.read(request.get("cookie"));
  if (token === undefined || token === "") throw signedOut;
  const pair = `${ip} ${token}`;
  if (refusedHere.has(pair)) throw signedOut;
  limits.refuseSpent(token, countedFor);
  if (!knownKeys.has(token)) failures.refuse(ip);
  const found = await findSession(databaseFor(pools.reads, request, response, "with a session"), token);
  if (found === null) {
    knownKeys.remove(token);
    // Other requests of the same page may have failed during the lookup.
    if (refusedHere.has(pair)) throw signedOut;
    refusedHere.add(pair);
    await failures.count(ip);
    throw signedOut;
  }
  knownKeys.add(token);
  const { id: sessionId, personId, email } = found;
  response.locals.session = {
    ...found,
    ip,
    by: { sessionId, address: ip },
    acting: { actor: email, personId, address: ip },
  };
}

/**
 * Makes the session's merchant the caller, in the path's environment. A person without a merchant gets no caller:
 * requirePermission refuses that.
 */
export const callForMerchant: RequestHandler = (request, response, next) => {
  const environment = environments.find((known) => known === request.params.environment);
  if (environment === undefined) throw notFound();
  const { merchantId, role } = sessionOf(response);
  if (merchantId !== null && role !== null) nameCaller(response, environment);
  next();
};

/**
 * For API routes that sessions may call too: without an Authorization header, and with a session's cookie, the session
 * is authenticated in place of a key. Its merchant is the caller, in the query's environment, if the person's role
 * there has the permission.
 */
export function orSession(
  needs: Needs,
  permission: Permission,
  authenticateKey: RequestHandler,
): RequestHandler {
  return async (request, response, next) => {
    const hasSession = sessionCookie.read(request.get("cookie")) !== undefined;
    if (request.get("authorization") !== undefined || !hasSession) {
      await authenticateKey(request, response, next);
      return;
    }
    if (request.method !== "GET") refuseOtherOrigins(request);
    await findSessionOf(request, response, needs);
    const environment = environmentOf(request);
    const { merchantId, role } = sessionOf(response);
    if (merchantId === null || role === null) throw noMerchant();
    refuseWithout(permission, role, environment);
    nameCaller(response, environment);
    next();
  };
}

function environmentOf({ query }: Request): Environment {
  const environment = environments.find((known) => known === query.environment);
  if (environment === undefined) {
    throw invalid({ environment: "is required with a dashboard session: must be test or live" });
  }
  return environment;
}

/** The person belongs to no merchant (any more). */
export const noMerchant = () => new Problem("ROLE_INSUFFICIENT", "You don't belong to a business.");

/** Raises ROLE_INSUFFICIENT unless the role has the permission, in this environment. */
export function refuseWithout(permission: Permission, role: MemberRole, environment: string): void {
  if (!isPermitted(role, permission, environment)) {
    throw new Problem("ROLE_INSUFFICIENT", `Your role (${role}) can't do this. Ask an owner.`);
  }
}

function nameCaller(response: Response, environment: Environment): void {
  const { merchantId, merchant, role, person, isLiveApproved, by, acting } = sessionOf(response);
  noteFacts({ merchant: merchant! });
  response.locals.caller = {
    key: person,
    merchantId: merchantId!,
    environment,
    isLiveApproved: environment === "test" || isLiveApproved,
    scopes: permissionsOf[role!],
    rateLimitPerMinute: null,
    by,
    acting,
  };
}
