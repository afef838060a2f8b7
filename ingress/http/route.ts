import { z } from "zod";
import type { Scope } from "../../sql/queries/api-keys.ts";
import type { Context } from "../context.ts";
import type { Caller } from "./caller.ts";
import {
  checkRequest,
  withoutOthers,
  type CheckedRequest,
  type ReceivedRequest,
  type RequestSchemas,
} from "./check-request.ts";
import { refusedIdempotencyKey } from "./idempotency-key.ts";
import { hashBody } from "./json-body.ts";
import type { AddressLimit, OwnLimit } from "./limits.ts";
import type { ProblemCode } from "./problems.ts";

/** What the handler of a public route receives: the checked request, and the IP address that sent it. */
type PublicCall<Schemas extends RequestSchemas> = CheckedRequest<Schemas> & { ip: string };

/** What a handler receives: the checked request, and who sent it. */
type KeyCall<Schemas extends RequestSchemas> = CheckedRequest<Schemas> & {
  caller: Caller;
  /** The SHA-256 of the body as it was sent, in canonical form; compared when an Idempotency-Key is used again. */
  hashBody(): Buffer;
};

type PageMeta = { nextCursor?: string; hasMore: boolean };

/** What a handler returns: `data` and, for a list, `meta` of the response's envelope. */
export type RouteResult<Data> = { data: Data; meta?: PageMeta; headers?: Record<string, string> };

export type Contract<Schemas extends RequestSchemas, Data> = {
  method: "get" | "post" | "put" | "patch";
  /** In Express' notation: /v1/payouts/:reference. */
  path: string;
  /** One line for readers of the API's documentation. */
  summary: string;
  request: Schemas;
  success: { status: 200 | 201; data: z.ZodType<Data> };
  /** The errors of the handler itself; errorsOf adds those that every route may raise. */
  errors: readonly ProblemCode[];
  /** `meta` carries nextCursor and hasMore. */
  paged?: true;
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
   * A POST that has no further effect when it is sent again: an Idempotency-Key changes nothing and is ignored. Other
   * POSTs refuse one, but for those that create something (create-route.ts).
   */
  repeatable?: true;
  /** The documented API treats a revoked key like a missing one on the banks routes. */
  revokedKey?: "AUTH_REQUIRED";
};

type PublicAccess = {
  /** The live gateway's provider signs the body, with the secret shared with it. */
  signed?: "provider";
  /** How often one address may call. */
  addressLimit?: AddressLimit;
  /** Pages of every origin may read the response, without credentials. */
  anyOrigin?: true;
};

/** A route that takes a secret key. */
export type KeyRoute = Contract<RequestSchemas, unknown> &
  KeyAccess & {
    public: false;
    /** Checks a request and handles it. */
    run(received: ReceivedRequest, context: Context, caller: Caller): Promise<RouteResult<unknown>>;
  };

/** A route that takes no key. */
export type PublicRoute = Contract<RequestSchemas, unknown> &
  PublicAccess & {
    public: true;
    /** Checks a request and handles it. */
    run(received: ReceivedRequest, context: Context, ip: string): Promise<RouteResult<unknown>>;
  };

export type Route = KeyRoute | PublicRoute;

/**
 * Declares an endpoint that takes a secret key: its contract and its handler. The envelope, status,
 * authentication and limits are the same for all routes (see mount-route.ts).
 */
export function route<const Schemas extends RequestSchemas, const Data>({
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
    public: false,
    run: (received, context, caller) =>
      handler(
        { ...checkRequest(schema, received), caller, hashBody: () => hashBody(received.body ?? {}) },
        context,
      ),
  };
}

/** Declares an endpoint that takes no key. */
export function publicRoute<const Schemas extends RequestSchemas, const Data>({
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
    public: true,
    run: (received, context, ip) => handler({ ...checkRequest(schema, received), ip }, context),
  };
}

type Declared<Schemas> = { path: string; request: Schemas };

/** A request's schemas. On /v1 a query takes no parameters but those declared; elsewhere others are ignored. */
function closeQuery<Schemas extends RequestSchemas>({ path, request }: Declared<Schemas>): Schemas {
  if (!path.startsWith("/v1/")) return request;
  return { ...request, query: withoutOthers(request.query ?? z.object({})) };
}

/** A request's schemas, with the refusal of an Idempotency-Key that would have no effect. */
function refuseIdempotencyKey<Schemas extends RequestSchemas>(
  { method, repeatable }: Pick<Contract<Schemas, unknown> & KeyAccess, "method" | "repeatable">,
  request: Schemas,
): Schemas {
  if (method !== "post" || repeatable || request.headers !== undefined) return request;
  return { ...request, headers: z.object({ "idempotency-key": refusedIdempotencyKey }) };
}
