import { findPage, type Filters, type Resource } from "../../sql/queries/pages.ts";
import type { Caller } from "./caller.ts";
import type { Context } from "../context.ts";
import type { Answer } from "./route.ts";

type Listing = {
  path: string;
  resource: Resource;
  caller: Caller;
  query: { limit: number; cursor?: string | undefined } & Filters;
  /** What an item's public JSON lacks in the database is added here. */
  show?: (item: unknown) => object;
};

/** Answers a list: one page of the caller's rows, and the cursor of the next while there is one. */
export async function listPage({ database, cursors }: Context, listing: Listing): Promise<Answer> {
  const { path, resource, caller, query, show } = listing;
  const { limit, cursor, ...filters } = query;
  const scope = { path, merchantId: caller.merchantId, environment: caller.environment, filters };
  const after = cursor === undefined ? null : cursors.decrypt(cursor, scope);
  const { items, next } = await findPage(database, resource, caller, { limit, after, filters });
  const data = show === undefined ? items : items.map(show);
  if (next === null) return { data, meta: { hasMore: false } };
  return { data, meta: { nextCursor: cursors.encrypt(next, scope), hasMore: true } };
}
