import { z } from "zod";
import type { GatewayName } from "../../workers/gateways/manifest/manifests.ts";
import type { Scope } from "../../sql/keys/scopes.ts";
import type { Context } from "../context.ts";
import type { Caller } from "./caller.ts";
import {
  checkRequest,
  withoutOthers,
  type CheckedRequest,
  type ReceivedRequest,
  type RequestSchemas,
} from "./check-request.ts";
import { needlessIdempotencyKey, refusedIdempotencyKey } from "./idempotency-key.ts";
import { hashBody } from "./json-body.ts";
import type { Permission, Session } from "./session.ts";
import type { AddressLimit, OwnLimit } from "./limits/create-limits.ts";
import type { ProblemCode } from "./problems.ts";

/** A public route's handler gets the checked request and its sender. */
type PublicCall<Schemas extends RequestSchemas> = CheckedRequest<Schemas> & Sender;

/** The IP address that sent a request without a key, and a browser's User-Agent and cookies. */
export type Sender = { ip: string; userAgent: string | undefined; cookies: string | undefined };

/** A handler gets the checked request and its sender. */
type KeyCall<Schemas extends RequestSchemas> = CheckedRequest<Schemas> & {
  caller: Caller;
  /** The SHA-256 of the body as it was sent, in canonical form; compared when an Idempotency-Key is used again. */
  hashBody(): Buffer;
};

type PageMeta = { nextCursor?: string; hasMore: boolean };

/**
 * A file that is sent as a download. Browsers must never show it as a page of ours. Text in parts is sent as fast as it
 * is taken.
 */
export type SentFile = { name: string; mediaType: string; content: Buffer | AsyncIterable<string> };

/**
 * A handler returns `data` and, for a list, `meta` of the response's envelope. A route that sends a file returns that
 * instead.
 */
export type RouteResult<Data> = { headers?: Record<string, string | string[]> } & (
  | {
      data: Data | (Data extends readonly (infer Item)[] ? readonly Item[] : never);
      meta?: PageMeta;
      file?: undefined;
    }
  | { file: SentFile; data?: undefined; meta?: undefined }
);

/** The schemas of a request without parameters. */
export type None = Record<never, never>;

export type Contract<Schemas extends RequestSchemas, Data> = {
  method: "get" | "post" | "put" | "patch";
  /** A POST that changes nothing, and takes a body because its question needs one. Counts as a GET. */
  readsOnly?: true;
  /** In Express' notation: /v1/payouts/:reference. */
  path: string;
  /** One line for readers of the API's documentation. */
  summary: string;
  /** Omitted for requests with only a path. */
  request?: Schemas;
  success: { status: 200 | 201; data: z.ZodType<Data> };
  /** The errors of the handler itself, if it has any; errorsOf adds those that every route may raise. */
  errors?: readonly ProblemCode[];
  /** `meta` carries nextCursor and hasMore; `whole`: of a list that is always one page. */
  paged?: true | "whole";
  /**
   * The body is a file's bytes: of one of these media types, and at most so many bytes. `request.body` is a Buffer.
   * `content`: what is in it, for readers, if that is JSON.
   */
  receivesFile?: { mediaTypes: readonly string[]; mostBytes: number; content?: z.ZodType };
  /** A success is a file of one of these media types, in place of the envelope: whole, or in parts of any number. */
  sendsFile?: { mediaTypes: readonly string[]; inParts?: true };
  /** With `format=csv` in the query a success is a file of any length, in place of the envelope. */
  sendsCsv?: true;
  /** Additional headers of a success. With ETag, a matching If-None-Match gets 304. */
  responseHeaders?: readonly ("ETag" | "Idempotency-Replayed")[];
};

export type KeyAccess = {
  /** Null: any valid key is accepted. */
  scope: Scope | null;
  testKeyOnly?: true;
  /**
   * Live keys of merchants that are not approved may call it, because it stops something or gives money back. A route
   * that does more than that refuses the rest itself.
   */
  withoutApproval?: true;
  /** A limit in addition to the general one. */
  rateLimit?: OwnLimit;
  /**
   * A POST without further effect when repeated: an Idempotency-Key is ignored. Other POSTs refuse one, except those
   * that create something (create-route.ts).
   */
  repeatable?: true;
  /** The documented API treats a revoked key like a missing one on the banks routes. */
  revokedKey?: "AUTH_REQUIRED";
  /**
   * Accepts a person's session too, with `environment` in the query, if the person may do this at the session's
   * merchant. If both are sent, the key decides.
   */
  orSession?: Permission;
};

export type SessionAccess = {
  /** The person's permission. `person`: to be signed in; `review`: to be a reviewer of the platform. */
  permission: Permission | "person" | "review";
  /** The person must have proved who they are in the last ten minutes; `live`: only for live money. */
  stepUp?: true | "live";
  /**
   * People protect their account with it: its requests are counted per session, so that a stolen one cannot use up what
   * its person needs to end it.
   */
  guardsAccount?: true;
} & Pick<KeyAccess, "testKeyOnly" | "withoutApproval" | "rateLimit">;

type PublicAccess = {
  /** The provider behind this gateway signs the body, with the secret shared with it. */
  signed?: GatewayName;
  /** How often one address may call. */
  addressLimit?: AddressLimit;
  /** Pages of every origin may read the response, without credentials. */
  anyOrigin?: true;
};

/** A route's complete contract. */
type Declaration = Contract<RequestSchemas, unknown> & { request: RequestSchemas };

/** A route that takes a secret key. */
export type KeyRoute = Declaration &
  KeyAccess & {
    access: "key";
    /** Checks a request and handles it. */
    run(received: ReceivedRequest, context: Context, caller: Caller): Promise<RouteResult<unknown>>;
  };

/** A route that takes no key. */
export type PublicRoute = Declaration &
  PublicAccess & {
    access: "public";
    /** Checks a request and handles it. */
    run(received: ReceivedRequest, context: Context, ip: string): Promise<RouteResult<unknown>>;
  };

/** A route of the dashboard, which takes a person's session. */
export type SessionRoute = Declaration &
  SessionAccess & {
    access: "session";
    /**
     * Checks a request and handles it. There is a caller if the path names the environment: the session's merchant in
     * it.
     */
    run(
      received: ReceivedRequest,
      context: Context,
      session: Session,
      caller: Caller | undefined,
    ): Promise<RouteResult<unknown>>;
  };

export type Route = KeyRoute | PublicRoute | SessionRoute;

/** Whether a request to the route changes nothing. */
export const isRead = ({ method, readsOnly }: Pick<Route, "method" | "readsOnly">): boolean =>
  method === "get" || readsOnly === true;

/**
 * Declares an endpoint that takes a secret key: its contract and its handler. The envelope, status,
 * authentication and limits are the same for all routes (see mount-route.ts).
 */
export function route<const Data, const Schemas extends RequestSchemas = None>({
  handler,
  ...declaration
}: Contract<Schemas, Data> &
  KeyAccess & {
    handler: (call: KeyCall<Schemas>, context: Context) => Promise<RouteResult<NoInfer<Data>>>;
  }): KeyRoute {
  const request = refuseIdempotencyKey(declaration, closeQuery(declaration));
  const schema = z.object(request);
  return {
    ...declaration,
    request,
    access: "key",
    run: (received, context, caller) =>
      handler(
        { ...checkRequest(schema, received), caller, hashBody: () => hashBody(received.body ?? {}) },
        context,
      ),
  };
}

/** Declares an endpoint that takes no key. */
export function publicRoute<const Data, const Schemas extends RequestSchemas = None>({
  handler,
  ...declaration
}: Contract<Schemas, Data> &
  PublicAccess & {
    handler: (call: PublicCall<Schemas>, context: Context) => Promise<RouteResult<NoInfer<Data>>>;
  }): PublicRoute {
  const request = closeQuery(declaration);
  const schema = z.object(request);
  return {
    ...declaration,
    request,
    access: "public",
    run: (received, context, ip) =>
      handler({ ...checkRequest(schema, received), ...senderOf(received, ip) }, context),
  };
}

function senderOf({ headers }: ReceivedRequest, ip: string): Sender {
  const { "user-agent": userAgent, cookie } = headers as Record<string, unknown>;
  const textOf = (value: unknown) => (typeof value === "string" ? value : undefined);
  return { ip, userAgent: textOf(userAgent), cookies: textOf(cookie) };
}

type Declared<Schemas> = { path: string; request?: Schemas };

/** A request's schemas. On /v1 and for the dashboard a query accepts only declared parameters. */
export function closeQuery<Schemas extends RequestSchemas>(declared: Declared<Schemas>): Schemas {
  // Without declared ones, Schemas is `None`.
  const { path, request = {} as Schemas } = declared;
  if (!/^\/(v1|dashboard\/api)\//.test(path)) return request;
  return { ...request, query: withoutOthers(request.query ?? z.object({})) };
}

/** A request's schemas, with the refusal of an Idempotency-Key that would have no effect. */
function refuseIdempotencyKey<Schemas extends RequestSchemas>(
  {
    method,
    readsOnly,
    repeatable,
  }: Pick<Contract<Schemas, unknown> & KeyAccess, "method" | "readsOnly" | "repeatable">,
  request: Schemas,
): Schemas {
  if (method !== "post" || repeatable || request.headers !== undefined) return request;
  return {
    ...request,
    headers: z.object({ "idempotency-key": readsOnly ? needlessIdempotencyKey : refusedIdempotencyKey }),
  };
}
