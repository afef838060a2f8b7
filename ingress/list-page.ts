import type { z } from "zod";
import { findPage, type Resource } from "../sql/queries/pages.ts";
import type { Caller } from "./caller.ts";
import type { Context } from "./context.ts";
import type { pageQuery } from "./fields.ts";
import type { Answer } from "./route.ts";

type Listing = { path: string; resource: Resource; caller: Caller; query: z.output<typeof pageQuery> };

/** Answers a list: one page of the caller's rows, and the cursor of the next while there is one. */
export async function listPage({ database, cursors }: Context, listing: Listing): Promise<Answer> {
  const { path, resource, caller, query } = listing;
  const { limit, cursor, ...filters } = query;
  const scope = { path, merchantId: caller.merchantId, environment: caller.environment, filters };
  const after = cursor === undefined ? null : cursors.open(cursor, scope);
  const { items, next } = await findPage(database, resource, caller, { limit, after });
  if (next === null) return { data: items, meta: { hasMore: false } };
  return { data: items, meta: { nextCursor: cursors.seal(next, scope), hasMore: true } };
}
