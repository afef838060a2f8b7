import { pipeline } from "node:stream/promises";
import type { Express, Request, RequestHandler, Response } from "express";
import { noteFacts } from "../../sql/process/tracing/trace.ts";
import { callerIp } from "./caller-ip.ts";
import { callerOf } from "./caller.ts";
import type { ReceivedRequest } from "./check-request.ts";
import type { Context, ProcessContext } from "../context.ts";
import { inFilePace, requireReadPace } from "./limits/body-pace.ts";
import { readFileBody } from "./file-body.ts";
import { ignoredFields } from "./unknown-members/ignored-fields.ts";
import { readBody } from "./middleware/read-body.ts";
import type { Limits } from "./limits/create-limits.ts";
import { countRequest, refuseOverLimit } from "./middleware/count-request.ts";
import { limitFiles } from "./middleware/limit-files.ts";
import { requireOwnOrigin } from "./middleware/require-own-origin.ts";
import { requireProviderSecret, requireProviderSignature } from "./middleware/require-provider-signature.ts";
import { receiveRequest } from "./receive-request.ts";
import { refuseOtherMethods } from "./refuse-other-methods.ts";
import { databaseFor, inOwnTime, staleReadsFor } from "./request-database.ts";
import { checkAgain, rightsOf, withRightsAfter, type Rights } from "./rights.ts";
import { isRead, type Route, type RouteResult, type SentFile } from "./route.ts";
import { sessionOf } from "./session.ts";

/** Adds routes to the app, and refuses all other methods of their paths. */
export function mountRoutes(app: Express, routes: Route[], context: ProcessContext, limits: Limits): void {
  // Fewer parameters first: /v1/events/recover is a path of its own, not the event called "recover".
  const parameters = (path: string) => path.split("/:").length;
  const byPath = [...Map.groupBy(routes, ({ path }) => path)].sort(
    ([a], [b]) => parameters(a) - parameters(b),
  );
  const files = limitFiles();
  for (const [path, ofPath] of byPath) {
    // One entry for all methods of a path: Express compares each request with one entry after the other.
    const mounted = app.route(path).all(nameRoute);
    for (const route of ofPath) {
      const rights = rightsOf(route, context, limits);
      const checks = checksOf(route, rights, context, { ...limits, files });
      mounted[route.method](...checks, respond(route, rights, context));
    }
    if (ofPath.some((route) => "anyOrigin" in route)) mounted.options(openToAnyOrigin);
    mounted.all(refuseOtherMethods(...ofPath.map(({ method }) => method)));
  }
}

/** Adds a readable path that is not an endpoint, such as a page, and refuses all other methods. */
export function mountGet(app: Express, path: string, ...handlers: RequestHandler[]): void {
  app
    .route(path)
    .all(nameRoute)
    .get(...handlers)
    .all(refuseOtherMethods("get"));
}

/** The checks that a route declares, in their documented order. */
function checksOf(
  route: Route,
  rights: Rights,
  context: ProcessContext,
  limits: Limits & { files: (route: Route) => RequestHandler },
): RequestHandler[] {
  const handlers: RequestHandler[] = [];
  if (route.access !== "public") {
    const isGuard = route.access === "session" && route.guardsAccount;
    const count = countRequest(isGuard ? limits.ofSession : limits.all);
    handlers.push(...rights.who, count, ...rights.what, refuseOverLimit);
    if (route.rateLimit !== undefined) handlers.push(limits.own[route.rateLimit]);
  }
  if (route.access === "public") {
    // A stranger's page could sign a person in as somebody else.
    if (route.path.startsWith("/dashboard/")) handlers.push(requireOwnOrigin);
    if (route.anyOrigin) handlers.push(openToAnyOrigin);
    if (route.addressLimit !== undefined) handlers.push(limits.byAddress[route.addressLimit]);
    if (route.signed !== undefined) handlers.push(requireProviderSecret(route.signed, context));
  }
  if (route.receivesFile ?? route.sendsFile ?? route.sendsCsv) handlers.push(limits.files(route));
  const isStranger = route.access === "public" && !route.signed;
  const read = (body: RequestHandler) => handlers.push(withRightsAfter(inOwnTime(body), rights));
  if (route.receivesFile !== undefined) read(inFilePace(readFileBody(route.receivesFile)));
  else if (route.request.body !== undefined) read(readBody(isStranger ? "withoutKey" : "withKey"));
  if (route.access === "public" && route.signed !== undefined) {
    handlers.push(requireProviderSignature(route.signed, context, limits.failedAuthentication));
  }
  return handlers;
}

/**
 * Runs before anything that may refuse, so that pages can read a refusal too. Any header is allowed, and ignored:
 * shops' scripts add some to each request, such as their own tokens.
 */
const openToAnyOrigin: RequestHandler = (_request, response, next) => {
  response.set({
    "access-control-allow-origin": "*",
    "access-control-allow-headers": "*, authorization",
    "cross-origin-resource-policy": "cross-origin",
  });
  next();
};

/** Gives the log a path without callers' additions. */
export function nameAs(path: string): RequestHandler {
  return (_request, response, next) => {
    response.locals.routePath = path;
    next();
  };
}

/** Gives the log the declared path: the caller's own values in it must not be logged. */
const nameRoute: RequestHandler = (request, response, next) => {
  response.locals.routePath = request.route.path;
  next();
};

function respond(route: Route, rights: Rights, process: ProcessContext): RequestHandler {
  const { status } = route.success;
  const pool = isRead(route) ? process.pools.reads : process.pools.writes;
  return async (request, response) => {
    response.locals.isRead = isRead(route);
    const received = receiveRequest(route, request);
    const ignored = ignoredFields(received.unknown);
    if (ignored !== undefined) response.set("ignored-fields", ignored);
    const group = groupOf(route);
    const database = databaseFor(pool, request, response, group);
    const readStale = staleReadsFor(process.pools.replica, database, request, response, group);
    const { deadline } = response.locals;
    const requireRights = () => checkAgain(rights, request, response);
    const context = { ...process, database, readStale, deadline, requireRights };
    const { data, meta, headers = {}, file } = await run(route, received, context, request, response);
    if (hasReference(data)) noteFacts({ reference: data.reference });
    response.set({ "cache-control": "no-store", ...headers }).status(status);
    if (file !== undefined) return sendFile(response, file);
    response.json(meta === undefined ? { data } : { data, meta });
  };
}

/** The created, changed or read resource. Its reference is ours, unlike those in a path. */
function hasReference(data: unknown): data is { reference: string } {
  return (
    typeof data === "object" && data !== null && "reference" in data && typeof data.reference === "string"
  );
}

function run(
  route: Route,
  received: ReceivedRequest,
  context: Context,
  request: Request,
  response: Response,
): Promise<RouteResult<unknown>> {
  switch (route.access) {
    case "public":
      return route.run(received, context, callerIp(request));
    case "key":
      return route.run(received, context, callerOf(response));
    case "session":
      return route.run(received, context, sessionOf(response), response.locals.caller);
  }
}

/**
 * Routes without a key or session that are limited by address share a group of connections. Providers' reports and
 * health checks have another, so that they do not wait behind strangers.
 */
function groupOf(route: Route): string | undefined {
  if (route.access !== "public" || route.addressLimit !== undefined) return undefined;
  return route.signed === undefined ? "health" : "provider";
}

/**
 * Sends a file whose content is not trusted: browsers save it, and run no script in it. The file's name is encoded, so
 * that it cannot end the header's value.
 */
async function sendFile(response: Response, { name, mediaType, content }: SentFile): Promise<void> {
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  response.set({
    "content-type": mediaType,
    "content-disposition": `attachment; filename*=UTF-8''${encoded}`,
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
  });
  if (Buffer.isBuffer(content)) return void response.end(content);
  // The checks before have some, and the pipeline adds its own: more than Node expects.
  response.setMaxListeners(20);
  requireReadPace(response);
  try {
    await pipeline(content, response);
  } catch (error) {
    // The receiver went away.
    if ((error as { code?: unknown }).code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
  }
}
