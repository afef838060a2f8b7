import { z } from "zod";
import { createOnce, findUsedKey, type Created } from "../../sql/idempotency/idempotency-keys.ts";
import type { Context } from "../context.ts";
import type { Caller } from "./caller.ts";
import type { CheckedRequest, RequestSchemas } from "./check-request.ts";
import { holderOf } from "../../sql/process/merchant-references.ts";
import { hashForKey, keyConflict, optionalIdempotencyKey } from "./idempotency-key.ts";
import { notFound } from "./problems.ts";
import { referenceConflict } from "./own-fields/reference-conflict.ts";
import { route, type Contract, type KeyAccess, type KeyRoute } from "./route.ts";

const headers = z.object({ "idempotency-key": optionalIdempotencyKey });

type Call<Schemas extends RequestSchemas> = CheckedRequest<Schemas> & { caller: Caller };

type Creation<Schemas extends RequestSchemas, Data, Prepared> = Omit<
  Contract<Schemas, Data>,
  "method" | "responseHeaders"
> &
  KeyAccess & {
    /** Runs before the transaction, for example a name enquiry. Skipped if the request was made before. */
    prepare?: (call: Call<Schemas>, context: Context) => Promise<Prepared>;
    /**
     * Creates the resource with one query, in the transaction that stores the caller's Idempotency-Key. Errors leave
     * nothing behind. Returns the key by which `show` finds the resource, and its JSON if that is known already.
     */
    create: (
      call: Call<Schemas>,
      context: Context,
      prepared: NoInfer<Prepared>,
    ) => Promise<Created & { data?: NoInfer<Data> }>;
    /** The resource in its current state, null if it is gone; waits for it while a worker provisions it. */
    show: (context: Context, caller: Caller, resource: string) => Promise<NoInfer<Data> | null>;
  };

/**
 * Declares a POST that creates a resource. With an Idempotency-Key it is safe to repeat: the same key and body get the
 * resource that the first request created, in its current state.
 */
export function createRoute<const Schemas extends RequestSchemas, const Data, Prepared = undefined>({
  prepare,
  create,
  show,
  ...declaration
}: Creation<Schemas, Data, Prepared>): KeyRoute {
  const name = `POST ${declaration.path}`;
  return route({
    ...declaration,
    method: "post",
    request: { ...declaration.request, headers },
    responseHeaders: ["Idempotency-Replayed"],
    errors: [...(declaration.errors ?? []), "IDEMPOTENCY_KEY_CONFLICT"],
    handler: async ({ hashBody, ...rest }, context) => {
      // TypeScript does not see through the two generic schemas.
      const call = rest as unknown as Call<Schemas> & {
        headers: z.output<typeof headers>;
        body: { merchantReference?: string };
      };
      const key = call.headers["idempotency-key"];
      const find = async (resource: string) => {
        const data = await show(context, call.caller, resource);
        if (data === null) throw notFound();
        return data;
      };
      const respond = async ({ resource, data }: Created & { data?: Data }) => ({
        data: data ?? (await find(resource)),
      });
      // Without `prepare` nothing is prepared: Prepared is undefined.
      const prepared = async () => (await prepare?.(call, context)) as Prepared;
      const explain = async (error: unknown): Promise<never> => {
        const holder = holderOf(error);
        if (holder === undefined) throw error;
        throw await referenceConflict(context.database, holder, call.caller, call.body);
      };
      if (key === undefined || key === "")
        return respond(await create(call, context, await prepared()).catch(explain));

      const bodyHashes = hashForKey(context.config.encryptionKeys, call.caller, name, hashBody());
      const request = { route: name, key, bodyHashes };
      const createWith = (ready: Prepared) =>
        createOnce(context.database, call.caller, request, (database) =>
          create(call, { ...context, database }, ready),
        ).catch(explain);
      const earlier = prepare && (await findUsedKey(context.database, call.caller, request));
      const once = earlier ?? (await createWith(await prepared()));
      if (once.outcome === "key_conflict") throw keyConflict();
      if (once.outcome === "created") return respond(once.created);
      return { data: await find(once.resource), headers: { "idempotency-replayed": "true" } };
    },
  });
}
