import { decrypt, encrypt, type MasterKeys } from "../../sql/crypto/encryption.ts";
import type { Position } from "../../sql/queries/pages.ts";
import type { Tenant } from "../../sql/queries/tenant.ts";
import { invalid } from "./problems.ts";

/** The list that a cursor belongs to. A cursor of any other list is refused. */
type CursorScope = Tenant & { path: string; filters: object };

export type Cursors = {
  /** The opaque text of a position, to be given out as meta.nextCursor. */
  encrypt(position: Position, scope: CursorScope): string;
  /** The position in a cursor that encrypt() made for the same list; raises VALIDATION_ERROR for any other text. */
  decrypt(cursor: string, scope: CursorScope): Position;
};

/**
 * Cursors encrypted with the master keys, so that they tell nothing of our rows. Whoever changes one, or brings another
 * merchant's or another list's, is refused. Either key opens them: the walk through a list outlives a change of keys.
 */
export function createCursors(keys: MasterKeys): Cursors {
  return {
    encrypt: ({ createdAt, id }, scope) =>
      encrypt(keys, `${id} ${createdAt}`, contextOf(scope)).toString("base64url"),
    decrypt(cursor, scope) {
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

/** What was encrypted in a cursor; empty where it is not one of ours. */
function contentOf(cursor: string, keys: MasterKeys, context: string): string {
  const bytes = Buffer.from(cursor, "base64url");
  // Decoding skips what is not base64url, so that many texts give the same bytes: only the one we wrote counts.
  if (bytes.toString("base64url") !== cursor) return "";
  try {
    return decrypt(keys, bytes, context);
  } catch {
    return "";
  }
}
