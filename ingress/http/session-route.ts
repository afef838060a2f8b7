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

/** `Needed`: what the person must be allowed. `Who`: who calls, as the handler gets it beside the checked request. */
type Declared<Needed, Who, Schemas extends RequestSchemas, Data> = Contract<Schemas, Data> &
  SessionAccess & {
    permission: Needed;
    handler: (call: CheckedRequest<Schemas> & Who, context: Context) => Promise<RouteResult<NoInfer<Data>>>;
  };

type ByPerson = { session: Session };
type ByMember = { session: MemberSession };
type ForTenant = { session: MemberSession; caller: Caller };

/** Declares a route for whoever is signed in, or for reviewers of the platform. */
export function personRoute<const Data, const Schemas extends RequestSchemas = None>(
  declared: Declared<"person" | "review", ByPerson, Schemas, Data>,
): SessionRoute {
  return sessionRoute(declared, (session) => ({ session }));
}

/** Declares a route about the merchant that the session shows. */
export function memberRoute<const Data, const Schemas extends RequestSchemas = None>(
  declared: Declared<Permission, ByMember, Schemas, Data>,
): SessionRoute {
  return sessionRoute(declared, (session) => ({ session: session as MemberSession }));
}

/**
 * Declares a route about the merchant that the session shows, in the environment that the path names:
 * /dashboard/api/:environment/... The caller is that merchant in it.
 */
export function tenantRoute<const Data, const Schemas extends RequestSchemas = None>(
  declared: Declared<Permission, ForTenant, Schemas, Data>,
): SessionRoute {
  return sessionRoute(declared, (session, caller) => ({
    session: session as MemberSession,
    caller: caller!,
  }));
}

function sessionRoute<Who, Schemas extends RequestSchemas, Data>(
  { handler, ...declaration }: Declared<SessionAccess["permission"], Who, Schemas, Data>,
  whoCalls: (session: Session, caller: Caller | undefined) => Who,
): SessionRoute {
  const request = withEnvironment(declaration.path, closeQuery(declaration));
  const schema = z.object(request);
  return {
    ...declaration,
    request,
    access: "session",
    run: (received, context, session, caller) =>
      handler({ ...checkRequest(schema, received), ...whoCalls(session, caller) }, context),
  };
}

/** A request's schemas, with the environment where the path names one. */
export function withEnvironment<Schemas extends RequestSchemas>(path: string, request: Schemas): Schemas {
  if (!path.includes("/:environment/")) return request;
  const params = (request.params ?? z.object({})).extend({ environment: oneOf(environments) });
  return { ...request, params };
}
