import { decrypt, encrypt, type MasterKeys } from "../../sql/process/encryption/encryption.ts";
import type { Position } from "../../sql/process/pages.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { invalid } from "./problems.ts";

/**
 * The list that a cursor belongs to. A cursor of any other list is refused. A list that is the same in both
 * environments names none.
 */
type CursorScope = Pick<Tenant, "merchantId"> & Partial<Tenant> & { path: string; filters: object };

export type Cursors = {
  /** Makes the opaque text of a position, to be sent as meta.nextCursor. */
  encrypt(position: Position, scope: CursorScope): string;
  /** Reads a cursor that encrypt() made for the same list. Raises VALIDATION_ERROR for any other text. */
  decrypt(cursor: string, scope: CursorScope): Position;
};

/**
 * Creates cursors that are encrypted with the master keys, so that they reveal nothing about our rows. A cursor that
 * was changed, or that belongs to another merchant or list, is refused. Both the current and the other master key can
 * decrypt them, so that a client can continue through a list while keys are rotated.
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

/** The decrypted content of a cursor; empty if it is not one of ours. */
function contentOf(cursor: string, keys: MasterKeys, context: string): string {
  const bytes = Buffer.from(cursor, "base64url");
  // Buffer.from ignores characters that are not base64url, so many texts decode to the same bytes. Accept only ours.
  if (bytes.toString("base64url") !== cursor) return "";
  try {
    return decrypt(keys, bytes, context);
  } catch {
    return "";
  }
}
