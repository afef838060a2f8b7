import type { RequestHandler } from "express";
import { Problem } from "./problems.ts";
import type { Route } from "./route.ts";

/**
 * Runs after the routes of a path, for all other methods: METHOD_NOT_ALLOWED with `Allow`, and 204 with `Allow` for
 * OPTIONS. No key is looked up for that, since the methods of each path are public (/openapi.json). There are no CORS
 * headers: secret keys do not belong in browsers.
 */
export function refuseOtherMethods(...methods: Route["method"][]): RequestHandler {
  // Express responds to HEAD wherever there is a GET.
  const allowed = [...methods.flatMap((method) => (method === "get" ? ["get", "head"] : method)), "options"];
  const allow = allowed.join(", ").toUpperCase();
  return (request, response) => {
    response.set("allow", allow);
    if (request.method === "OPTIONS") return void response.status(204).end();
    throw new Problem("METHOD_NOT_ALLOWED", `This path only accepts ${allow}.`);
  };
}

const refuseChange = refuseOtherMethods("get");

/** Runs before what Express mounts at all paths below one, and any method: files that are only read. */
export const readOnly: RequestHandler = (request, response, next) =>
  ["GET", "HEAD"].includes(request.method) ? next() : refuseChange(request, response, next);
