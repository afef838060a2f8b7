import type { Express, Request, RequestHandler } from "express";
import { callerOf } from "./caller.ts";
import type { Context } from "../context.ts";
import { hasAlready } from "./has-already.ts";
import { hashBody, parseJsonBody, readBody } from "./json-body.ts";
import type { Limits } from "./limits.ts";
import { authenticateCaller } from "./middleware/authenticate-caller.ts";
import { requireLiveApproval } from "./middleware/require-live-approval.ts";
import { requireProviderSignature } from "./middleware/require-provider-signature.ts";
import { requireScope } from "./middleware/require-scope.ts";
import { requireTestKey } from "./middleware/require-test-key.ts";
import { notFound } from "./problems.ts";
import type { Call, Route } from "./route.ts";
import { validate } from "./validation.ts";

/** Puts a route into the app, behind the refusals of its declaration in their documented order. */
export function mountRoute(app: Express, route: Route, context: Context, limits: Limits): void {
  const handlers: RequestHandler[] = [nameRoute];
  if (!route.public) {
    handlers.push(authenticateCaller(context, limits.failedAuthentication, route.revokedKey));
    if (route.testKeyOnly) handlers.push(requireTestKey);
    if (route.method !== "get") handlers.push(requireLiveApproval);
    if (route.scope !== null) handlers.push(requireScope(route.scope));
    handlers.push(limits.all);
    if (route.rateLimit !== undefined) handlers.push(limits.own[route.rateLimit]);
  }
  if (route.public && route.anyOrigin) handlers.push(openToAnyOrigin);
  if (route.public && route.addressLimit !== undefined) handlers.push(limits.byAddress[route.addressLimit]);
  if (route.request.body !== undefined) handlers.push(readBody);
  if (route.public && route.signed === "provider") {
    handlers.push(requireProviderSignature(context, limits.failedAuthentication));
  }
  app[route.method](route.path, ...handlers, answer(route, context));
}

/** Before whatever may refuse: a refusal is to be read as well. */
const openToAnyOrigin: RequestHandler = (_request, response, next) => {
  response.set({ "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" });
  next();
};

/** The path as declared, for the log: what the caller put into it stays out. */
export const nameRoute: RequestHandler = (request, response, next) => {
  response.locals.routePath = request.route.path;
  next();
};

function answer(route: Route, context: Context): RequestHandler {
  const [status] = Object.keys(route.response).map(Number);
  return async (request, response) => {
    const call = check(route, request);
    if (!route.public) call.caller = callerOf(response);
    const { data, meta, headers = {} } = await route.handler(call, context);
    response.set({ "cache-control": "no-store", ...headers }).status(status!);
    if (hasAlready(request, headers["etag"])) return void response.status(304).end();
    response.json(meta === undefined ? { data } : { data, meta });
  };
}

/** What the route's schemas make of a request. Raises NOT_FOUND for its path, VALIDATION_ERROR for the rest. */
function check(route: Route, request: Request): Call {
  const schemas = route.request;
  const params = schemas.params?.safeParse(request.params);
  if (params?.success === false) throw notFound();
  // What a provider tells of money must not be refused over text that nothing hangs on.
  const anyText = route.public === true && route.signed === "provider";
  const body = schemas.body && parseJsonBody(request.body, request.get("content-type"), { anyText });
  const checked = validate([
    { name: "headers", schema: schemas.headers, value: schemas.headers && headersOf(request) },
    { name: "query", schema: schemas.query, value: request.query },
    { name: "body", schema: schemas.body, value: body },
  ]);
  return { ...checked, params: params?.data, bodyHash: body && hashBody(body) } as Call;
}

/** Node joins a repeated header with commas, which would pass for one value: here it is an array. */
function headersOf(request: Request): Record<string, string | string[] | undefined> {
  const lines = Object.entries(request.headersDistinct);
  return Object.fromEntries(lines.map(([name, values]) => [name, values?.length === 1 ? values[0] : values]));
}
