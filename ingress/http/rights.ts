import type { Request, RequestHandler, Response } from "express";
import type { Scope } from "../../sql/keys/scopes.ts";
import type { ProcessContext } from "../context.ts";
import { callerOf } from "./caller.ts";
import type { Limits } from "./limits/create-limits.ts";
import { authenticateCaller } from "./middleware/authenticate-caller.ts";
import { authenticateSession, callForMerchant, orSession } from "./middleware/authenticate-session.ts";
import { requireOwnOrigin } from "./middleware/require-own-origin.ts";
import { requirePermission } from "./middleware/require-permission.ts";
import { approvalNeeded, Problem } from "./problems.ts";
import { isRead, type Route } from "./route.ts";

/** The checks of a route's caller and their rights, in their documented order. They may be repeated. */
export type Rights = { who: readonly RequestHandler[]; what: readonly RequestHandler[] };

/** The checks that a route declares. A public one has none. */
export function rightsOf(route: Route, context: ProcessContext, limits: Limits): Rights {
  if (route.access === "public") return { who: [], what: [] };
  const who: RequestHandler[] = [];
  const what: RequestHandler[] = [];
  const needs = { pools: context.pools, limits };
  if (route.access === "key") {
    const authenticate = authenticateCaller(context, limits, route.revokedKey);
    who.push(route.orSession ? orSession(needs, route.orSession, authenticate) : authenticate);
  } else {
    if (route.method !== "get") who.push(requireOwnOrigin);
    who.push(authenticateSession(needs, route));
    if (isAboutTenant(route)) who.push(callForMerchant);
    what.push(requirePermission(route));
  }
  if (route.testKeyOnly) what.push(requireTestKey);
  if (!isRead(route) && !route.withoutApproval && isAboutTenant(route)) what.push(requireLiveApproval);
  if (route.access === "key" && route.scope !== null) what.push(requireScope(route.scope));
  return { who, what };
}

/** Refuses keys without the scope; its name must match exactly. */
function requireScope(scope: Scope): RequestHandler {
  return (_request, response, next) => {
    if (!callerOf(response).scopes.includes(scope)) {
      throw new Problem("SCOPE_INSUFFICIENT", `This key is missing the scope ${scope}.`);
    }
    next();
  };
}

/** Refuses live keys: the sandbox is for test keys only. */
const requireTestKey: RequestHandler = (_request, response, next) => {
  if (callerOf(response).environment !== "test") {
    const message = "The sandbox is only available in test mode. Use a test key (sk_test_...).";
    throw new Problem("SANDBOX_TEST_KEY_REQUIRED", message);
  }
  next();
};

/** Refuses live keys of merchants that are not approved. For routes that change something: reading stays allowed. */
const requireLiveApproval: RequestHandler = (_request, response, next) => {
  if (!callerOf(response).isLiveApproved) throw approvalNeeded();
  next();
};

/** Whether a route concerns a merchant in one environment: the key's, or the one in the dashboard's path. */
function isAboutTenant({ access, path }: Route): boolean {
  return access === "key" || path.includes("/:environment/");
}

/**
 * Reads the body, and then repeats the checks before it, unless the whole request had arrived by then: a sender may
 * take half a minute for a body, and minutes for a file, and its rights may have ended meanwhile. Most requests come in
 * one piece, and are checked once. Money is also checked at its commit.
 */
export function withRightsAfter(readBody: RequestHandler, rights: Rights): RequestHandler {
  return async (request, response, next) => {
    const wasThere = request.complete;
    await passes(readBody, request, response);
    if (!wasThere) await checkAgain(rights, request, response);
    next();
  };
}

/** Rejects with the refusal if the request would not be admitted now. */
export async function checkAgain({ who, what }: Rights, request: Request, response: Response): Promise<void> {
  for (const check of [...who, ...what]) await passes(check, request, response);
}

function passes(handler: RequestHandler, request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    const next = (error?: unknown) => (error === undefined ? resolve() : reject(error));
    Promise.try(handler, request, response, next).catch(reject);
  });
}
