import { open, seal, type MasterKeys } from "../sql/columns/sealed.ts";
import type { Position } from "../sql/queries/pages.ts";
import type { Tenant } from "../sql/queries/tenant.ts";
import { invalid } from "./problems.ts";

/** The list that a cursor belongs to. A cursor of any other list is refused. */
export type CursorScope = Tenant & { path: string; filters: object };

export type Cursors = {
  /** The opaque text of a position, to be given out as meta.nextCursor. */
  seal(position: Position, scope: CursorScope): string;
  /** The position in a cursor that seal() made for the same list; raises VALIDATION_ERROR for any other text. */
  open(cursor: string, scope: CursorScope): Position;
};

/**
 * Cursors sealed with the master keys, so that they tell nothing of our rows. Whoever changes one, or brings another
 * merchant's or another list's, is refused. Either key opens them: the walk through a list outlives a change of keys.
 */
export function createCursors(keys: MasterKeys): Cursors {
  return {
    seal: ({ createdAt, id }, scope) =>
      seal(keys, `${id} ${createdAt}`, contextOf(scope)).toString("base64url"),
    open(cursor, scope) {
      const [, id, createdAt] = /^(\d+) (.+)$/.exec(contentOf(cursor, keys, contextOf(scope))) ?? [];
      if (id === undefined || createdAt === undefined)
        throw invalid({ cursor: "must be the meta.nextCursor of this list, with the same filters" });
      return { createdAt, id: BigInt(id) };
    },
  };
}

function contextOf({ path, merchantId, environment, filters }: CursorScope): string {
  return `cursor:${JSON.stringify([path, String(merchantId), environment, filters])}`;
}

/** What was sealed in a cursor; empty where it is not one of ours. */
function contentOf(cursor: string, keys: MasterKeys, context: string): string {
  const bytes = Buffer.from(cursor, "base64url");
  // Decoding skips what is not base64url, so that many texts give the same bytes: only the one we wrote counts.
  if (bytes.toString("base64url") !== cursor) return "";
  try {
    return open(keys, bytes, context);
  } catch {
    return "";
  }
}
