import { z } from "zod";
import type { Connection } from "../../sql/process/database.ts";
import type { Scope } from "../../sql/keys/scopes.ts";
import type { ReferencePrefix } from "../../sql/formats/references.ts";
import type { Caller } from "./caller.ts";
import { reference } from "./fields.ts";
import { notFound } from "./problems.ts";
import { route, type KeyRoute } from "./route.ts";

type Shown<Data> = {
  /** Ends with /:reference. */
  path: string;
  summary: string;
  scope: Scope;
  prefix: ReferencePrefix;
  data: z.ZodType<Data>;
  find: (database: Connection, caller: Caller, reference: string) => Promise<Data | null>;
};

/** Declares a route that shows one of the caller's rows by its reference. Other merchants' rows are a 404 too. */
export function showRoute<Data>({ path, summary, scope, prefix, data, find }: Shown<Data>): KeyRoute {
  return route({
    method: "get",
    path,
    summary,
    scope,
    request: { params: z.object({ reference: reference(prefix) }) },
    success: { status: 200, data },
    errors: ["NOT_FOUND"],
    handler: async ({ caller, params }, { database }) => {
      const found = await find(database, caller, params.reference);
      if (found === null) throw notFound();
      return { data: found };
    },
  });
}
