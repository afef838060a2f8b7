import type { RequestHandler } from "express";
import type { Scope } from "../../../sql/keys/api-keys.ts";
import { callerOf } from "../caller.ts";
import { Problem } from "../problems.ts";

/** Refuses keys without the scope; its name must match exactly. */
export function requireScope(scope: Scope): RequestHandler {
  return (_request, response, next) => {
    if (!callerOf(response).scopes.includes(scope)) {
      throw new Problem("SCOPE_INSUFFICIENT", `This key is missing the scope ${scope}.`);
    }
    next();
  };
}
