import { z } from "zod";
import { environments } from "../../sql/ledger/money.ts";
import type { Context } from "../context.ts";
import type { Caller } from "./caller.ts";
import { checkRequest, type CheckedRequest, type RequestSchemas } from "./check-request.ts";
import {
  closeQuery,
  type Contract,
  type None,
  type RouteResult,
  type SessionAccess,
  type SessionRoute,
} from "./route.ts";
import { oneOf } from "./fields.ts";
import type { MemberSession, Session, Permission } from "./session.ts";

type Handler<Call, Data> = (call: Call, context: Context) => Promise<RouteResult<NoInfer<Data>>>;

/** Declares a route for whoever is signed in, or for reviewers of the platform. */
export function personRoute<const Data, const Schemas extends RequestSchemas = None>({
  handler,
  ...declaration
}: Contract<Schemas, Data> &
  SessionAccess & {
    permission: "person" | "review";
    handler: Handler<CheckedRequest<Schemas> & { session: Session }, Data>;
  }): SessionRoute {
  return sessionRoute(declaration, (checked, context, session) => handler({ ...checked, session }, context));
}

/** Declares a route about the merchant that the session shows. */
export function memberRoute<const Data, const Schemas extends RequestSchemas = None>({
  handler,
  ...declaration
}: Contract<Schemas, Data> &
  SessionAccess & {
    permission: Permission;
    handler: Handler<CheckedRequest<Schemas> & { session: MemberSession }, Data>;
  }): SessionRoute {
  return sessionRoute(declaration, (checked, context, session) =>
    handler({ ...checked, session: session as MemberSession }, context),
  );
}

/**
 * Declares a route about the merchant that the session shows, in the environment that the path names:
 * /dashboard/api/:environment/... The caller is that merchant in it.
 */
export function tenantRoute<const Data, const Schemas extends RequestSchemas = None>({
  handler,
  ...declaration
}: Contract<Schemas, Data> &
  SessionAccess & {
    permission: Permission;
    handler: Handler<CheckedRequest<Schemas> & { session: MemberSession; caller: Caller }, Data>;
  }): SessionRoute {
  return sessionRoute(declaration, (checked, context, session, caller) =>
    handler({ ...checked, session: session as MemberSession, caller: caller! }, context),
  );
}

function sessionRoute<const Schemas extends RequestSchemas, Data>(
  declaration: Contract<Schemas, Data> & SessionAccess,
  handle: (
    checked: CheckedRequest<Schemas>,
    context: Context,
    session: Session,
    caller: Caller | undefined,
  ) => Promise<RouteResult<Data>>,
): SessionRoute {
  const request = withEnvironment(declaration.path, closeQuery(declaration));
  const schema = z.object(request);
  return {
    ...declaration,
    request,
    access: "session",
    run: (received, context, session, caller) =>
      handle(checkRequest(schema, received), context, session, caller),
  };
}

/** A request's schemas, with the environment where the path names one. */
export function withEnvironment<Schemas extends RequestSchemas>(path: string, request: Schemas): Schemas {
  if (!path.includes("/:environment/")) return request;
  const params = (request.params ?? z.object({})).extend({ environment: oneOf(environments) });
  return { ...request, params };
}
