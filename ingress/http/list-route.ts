import { z } from "zod";
import type { Scope } from "../../sql/queries/api-keys.ts";
import type { Page, PageRequest } from "../../sql/queries/pages.ts";
import type { Context } from "../context.ts";
import type { Caller } from "./caller.ts";
import { listQuery, type ListFilters } from "./list-query.ts";
import { notFound } from "./problems.ts";
import { route, type KeyRoute } from "./route.ts";

type Names = Record<string, z.ZodType<string>>;
type Named<Of extends Names> = z.output<z.ZodObject<Of>>;

type List<Item, Of extends Names> = {
  path: string;
  summary: string;
  scope: Scope;
  /** For a list that belongs to a resource: the names of that in the path. */
  of?: Of;
  /** What an item of the list looks like. */
  item: z.ZodType<Item>;
  /** The filters of the list, besides createdFrom and createdTo. */
  filters: ListFilters;
  /** Null if the caller has no such resource. */
  find: (context: Context, caller: Caller, page: PageRequest, of: Named<Of>) => Promise<Page<Item> | null>;
};

/** Declares a list route: a page of the caller's rows, newest first, and the next page's cursor, if any. */
export function listRoute<Item, const Of extends Names = Record<never, never>>({
  path,
  summary,
  scope,
  of,
  item,
  filters,
  find,
}: List<Item, Of>): KeyRoute {
  const request = { query: listQuery(filters), ...(of && { params: z.object(of) }) };
  return route({
    method: "get",
    path,
    summary,
    scope,
    paged: true,
    request: request as typeof request & { params: z.ZodObject<Of> },
    success: { status: 200, data: z.array(item) },
    errors: of === undefined ? [] : ["NOT_FOUND"],
    handler: async ({ caller, query: { limit, cursor, ...chosen }, params }, context) => {
      const { merchantId, environment } = caller;
      const list = { path, merchantId, environment, filters: { ...chosen, ...params } };
      const after = cursor === undefined ? null : context.cursors.decrypt(cursor, list);
      const page = await find(context, caller, { limit, after, filters: chosen }, params);
      if (page === null) throw notFound();
      const { items, next } = page;
      if (next === null) return { data: items, meta: { hasMore: false } };
      return { data: items, meta: { nextCursor: context.cursors.encrypt(next, list), hasMore: true } };
    },
  });
}
