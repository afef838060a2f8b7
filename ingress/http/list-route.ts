import { z } from "zod";
import type { Scope } from "../../sql/queries/api-keys.ts";
import type { Page, PageRequest } from "../../sql/queries/pages.ts";
import type { Context } from "../context.ts";
import type { Caller } from "./caller.ts";
import { listQuery, type ListFilters } from "./list-query.ts";
import { route, type KeyRoute } from "./route.ts";

type List<Item> = {
  path: string;
  summary: string;
  scope: Scope;
  /** What an item of the list looks like. */
  item: z.ZodType<Item>;
  /** The filters of the list, besides createdFrom and createdTo. */
  filters: ListFilters;
  find: (context: Context, caller: Caller, page: PageRequest) => Promise<Page<Item>>;
};

/** Declares a list route: a page of the caller's rows, newest first, and the next page's cursor, if any. */
export function listRoute<Item>({ path, summary, scope, item, filters, find }: List<Item>): KeyRoute {
  return route({
    method: "get",
    path,
    summary,
    scope,
    paged: true,
    request: { query: listQuery(filters) },
    success: { status: 200, data: z.array(item) },
    errors: [],
    handler: async ({ caller, query: { limit, cursor, ...chosen } }, context) => {
      const { merchantId, environment } = caller;
      const list = { path, merchantId, environment, filters: chosen };
      const after = cursor === undefined ? null : context.cursors.decrypt(cursor, list);
      const { items, next } = await find(context, caller, { limit, after, filters: chosen });
      if (next === null) return { data: items, meta: { hasMore: false } };
      return { data: items, meta: { nextCursor: context.cursors.encrypt(next, list), hasMore: true } };
    },
  });
}
