import type { Express, Request, RequestHandler } from "express";
import { callerIp } from "./caller-ip.ts";
import { callerOf } from "./caller.ts";
import type { ReceivedRequest } from "./check-request.ts";
import type { ProcessContext } from "../context.ts";
import { parseJsonBody, readBody } from "./json-body.ts";
import type { Limits } from "./limits.ts";
import { authenticateCaller } from "./middleware/authenticate-caller.ts";
import { requireLiveApproval } from "./middleware/require-live-approval.ts";
import { requireProviderSignature } from "./middleware/require-provider-signature.ts";
import { requireScope } from "./middleware/require-scope.ts";
import { requireTestKey } from "./middleware/require-test-key.ts";
import { notFound } from "./problems.ts";
import { refuseOtherMethods } from "./refuse-other-methods.ts";
import { databaseFor, inOwnTime } from "./request-database.ts";
import type { Route } from "./route.ts";

/** Adds routes to the app, and to each of their paths the refusal of all other methods. */
export function mountRoutes(app: Express, routes: Route[], context: ProcessContext, limits: Limits): void {
  // Fewer parameters first: /v1/events/recover is a path of its own, not the event called "recover".
  const parameters = (path: string) => path.split("/:").length;
  const byPath = [...Map.groupBy(routes, ({ path }) => path)].sort(
    ([a], [b]) => parameters(a) - parameters(b),
  );
  for (const [path, ofPath] of byPath) {
    for (const route of ofPath) mountRoute(app, route, context, limits);
    app.all(path, nameRoute, refuseOtherMethods(...ofPath.map(({ method }) => method)));
  }
}

/** Adds a path that is read and is no endpoint, such as a page, and the refusal of all other methods. */
export function mountGet(app: Express, path: string, ...handlers: RequestHandler[]): void {
  app.get(path, nameRoute, ...handlers);
  app.all(path, nameRoute, refuseOtherMethods("get"));
}

/** Adds a route to the app, after the checks that it declares, in their documented order. */
function mountRoute(app: Express, route: Route, context: ProcessContext, limits: Limits): void {
  const handlers: RequestHandler[] = [nameRoute];
  if (!route.public) {
    handlers.push(authenticateCaller(context, limits, route.revokedKey));
    if (route.testKeyOnly) handlers.push(requireTestKey);
    if (route.method !== "get" && !route.withoutApproval) handlers.push(requireLiveApproval);
    if (route.scope !== null) handlers.push(requireScope(route.scope));
    handlers.push(limits.all);
    if (route.rateLimit !== undefined) handlers.push(limits.own[route.rateLimit]);
  }
  if (route.public && route.anyOrigin) handlers.push(openToAnyOrigin);
  if (route.public && route.addressLimit !== undefined) handlers.push(limits.byAddress[route.addressLimit]);
  if (route.request.body !== undefined) {
    handlers.push(inOwnTime(readBody(route.public && !route.signed ? "withoutKey" : "withKey")));
  }
  if (route.public && route.signed === "provider") {
    handlers.push(requireProviderSignature(context, limits.failedAuthentication));
  }
  app[route.method](route.path, ...handlers, respond(route, context));
}

/** Runs before anything that may refuse, so that pages can read a refusal too. */
const openToAnyOrigin: RequestHandler = (_request, response, next) => {
  response.set({ "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" });
  next();
};

/** Gives the log the path as declared: the caller's own values in it must not be logged. */
const nameRoute: RequestHandler = (request, response, next) => {
  response.locals.routePath = request.route.path;
  next();
};

function respond(route: Route, process: ProcessContext): RequestHandler {
  const { status } = route.success;
  const pool = route.method === "get" ? process.pools.reads : process.pools.writes;
  return async (request, response) => {
    const received = receive(route, request);
    const database = databaseFor(pool, request, response, groupOf(route));
    const context = { ...process, database, deadline: response.locals.deadline };
    const {
      data,
      meta,
      headers = {},
    } = route.public
      ? await route.run(received, context, callerIp(request))
      : await route.run(received, context, callerOf(response));
    response.set({ "cache-control": "no-store", ...headers }).status(status);
    response.json(meta === undefined ? { data } : { data, meta });
  };
}

/**
 * Strangers, whose routes have a limit by address, share a group. The provider, and whoever asks how this process is,
 * must not wait in line with them.
 */
function groupOf(route: Route): string | undefined {
  if (!route.public || route.addressLimit !== undefined) return undefined;
  return route.signed ?? "health";
}

/** Returns the parts of a request. Raises NOT_FOUND for a wrong path, and then VALIDATION_ERROR for the body. */
function receive({ request: schemas, ...route }: Route, request: Request): ReceivedRequest {
  const { params, query } = request;
  if (schemas.params?.safeParse(params).success === false) throw notFound();
  // A provider's notification of money must not be refused because of some text in it.
  const anyContent = route.public && route.signed === "provider";
  const body = schemas.body && parseJsonBody(request.body, request.get("content-type"), { anyContent });
  return { params, query, headers: headersOf(request), body };
}

/** Node joins a repeated header with commas, which would look like one value: here it is an array. */
function headersOf(request: Request): Record<string, string | string[] | undefined> {
  const lines = Object.entries(request.headersDistinct);
  return Object.fromEntries(lines.map(([name, values]) => [name, values?.length === 1 ? values[0] : values]));
}
