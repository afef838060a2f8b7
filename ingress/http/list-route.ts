import { z } from "zod";
import type { Scope } from "../../sql/keys/scopes.ts";
import type { Page, PageRequest, Position } from "../../sql/process/pages.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import type { Context } from "../context.ts";
import type { Caller } from "./caller.ts";
import { listQuery, type ListFilters } from "./list-query.ts";
import { notFound } from "./problems.ts";
import { route, type KeyRoute, type RouteResult, type SentFile } from "./route.ts";

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
    handler: ({ caller, query: { limit, cursor, ...chosen }, params }, context) => {
      const list = { path, filters: { ...chosen, ...params }, limit, cursor };
      return readPage(context, caller, list, (page) =>
        find(context, caller, { ...page, filters: chosen }, params),
      );
    },
  });
}

/** Whose list it is. One that is the same in both environments names none. */
type ListOwner = Pick<Tenant, "merchantId"> & Partial<Tenant>;

type ListRequest = { path: string; filters: object; limit: number; cursor: string | undefined };

/**
 * A list route's response: the page that `find` finds at the cursor, and the next page's cursor, if any. Raises
 * VALIDATION_ERROR for a cursor of another list, and NOT_FOUND where `find` returns null.
 */
export async function readPage<Item>(
  { cursors }: Pick<Context, "cursors">,
  { merchantId, environment }: ListOwner,
  { path, filters, limit, cursor }: ListRequest,
  find: (page: { limit: number; after: Position | null }) => Promise<Page<Item> | null>,
): Promise<RouteResult<Item[]>> {
  const list = { path, merchantId, ...(environment && { environment }), filters };
  const after = cursor === undefined ? null : cursors.decrypt(cursor, list);
  const page = await find({ limit, after });
  if (page === null) throw notFound();
  const { items, next } = page;
  if (next === null) return { data: items, meta: { hasMore: false } };
  return { data: items, meta: { nextCursor: cursors.encrypt(next, list), hasMore: true } };
}

/** So many lines are in memory at a time: few enough for the time that a read has, also on a busy machine. */
const PAGE = 250;

type Lines<Item> = {
  /** Without .csv. */
  name: string;
  header: string;
  lineOf: (item: Item) => string;
  /** The place before the first item. */
  start: bigint;
  read: (page: PageRequest) => Promise<Page<Item>>;
};

/**
 * A list as a CSV file of any length. The first page is read before anything is sent, so that a refusal is still a
 * response; the caller's rights are checked before each other one.
 */
export async function streamCsv<Item>(
  { requireRights }: Pick<Context, "requireRights">,
  { name, header, lineOf, start, read }: Lines<Item>,
): Promise<SentFile> {
  const readFrom = (id: bigint) => read({ limit: PAGE, after: { createdAt: "", id } });
  let page = await readFrom(start);
  async function* lines() {
    yield header;
    for (;;) {
      yield page.items.map(lineOf).join("");
      if (page.next === null) return;
      await requireRights();
      page = await readFrom(page.next.id);
    }
  }
  return { name: `${name}.csv`, mediaType: "text/csv; charset=utf-8", content: lines() };
}
