import type { z } from "zod";
import type { Scope } from "../../sql/queries/api-keys.ts";
import type { Caller } from "./caller.ts";
import type { Context } from "../context.ts";
import type { AddressLimit, OwnLimit } from "./limits.ts";
import type { ProblemCode } from "./problems.ts";

export type RequestSchemas = {
  /** A path that does not match answers as an unknown resource does. */
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Of an object whose members are lower-case header names; a header sent more than once is an array. */
  headers?: z.ZodType;
};

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** A checked request. `bodyHash` is the canonical form's SHA-256 (see hashBody), for routes with a body. */
export type Call<Schemas extends RequestSchemas = RequestSchemas> = {
  caller: Caller;
  params: Output<Schemas["params"]>;
  query: Output<Schemas["query"]>;
  body: Output<Schemas["body"]>;
  headers: Output<Schemas["headers"]>;
  bodyHash: Buffer;
};

export type Answer = { data: unknown; meta?: object; headers?: Record<string, string> };

type Declaration = {
  method: "get" | "post" | "put" | "patch";
  /** In express's notation: /v1/payouts/:reference. */
  path: string;
  /** One line for the reader of the API's documentation. */
  summary: string;
  /** The one success: its status and what `data` holds then. */
  response: Record<number, z.ZodType>;
  /** What the handler itself may raise, beside what every route may. */
  errors: ProblemCode[];
  /** `meta` carries nextCursor and hasMore. */
  paged?: true;
  /** What a success may carry beside the headers of every answer. With an ETag, a caller who has it is answered 304. */
  answerHeaders?: readonly ("ETag" | "Idempotency-Replayed")[];
};

type PublicDeclaration = Declaration & {
  public: true;
  /** The body is signed by the live gateway's provider, with the secret shared with it; no key is asked for. */
  signed?: "provider";
  /** How often one address may ask. */
  addressLimit?: AddressLimit;
  /** Pages of every origin may read the answer, without credentials. */
  anyOrigin?: true;
};

type KeyDeclaration = Declaration & {
  public?: false;
  /** Null: any valid key will do. */
  scope: Scope | null;
  testKeyOnly?: true;
  /** A limit beside the general one. */
  rateLimit?: OwnLimit;
  /** The documented surface has the banks routes answer a revoked key as a missing one. */
  revokedKey?: "AUTH_REQUIRED";
};

export type Route = (PublicDeclaration | KeyDeclaration) & {
  request: RequestSchemas;
  handler: (call: Call, context: Context) => Promise<Answer>;
};

/**
 * Declares an endpoint: its contract beside what it does. The handler gets what the schemas made of the request and
 * gives back data; envelope, statuses, authentication and limits are the same for all (see mount-route.ts).
 */
export function route<const Schemas extends RequestSchemas>(
  declaration: (PublicDeclaration | KeyDeclaration) & {
    request: Schemas;
    handler: (call: Call<Schemas>, context: Context) => Promise<Answer>;
  },
): Route {
  return declaration as unknown as Route;
}
