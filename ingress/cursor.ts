import { createHmac, timingSafeEqual } from "node:crypto";
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

const TAG_BYTES = 16;

/** Cursors signed with `key`: whoever changes one, or brings another merchant's, is refused instead of answered. */
export function createCursors(key: Buffer): Cursors {
  const tagOf = (content: string, { path, merchantId, environment, filters }: CursorScope) =>
    createHmac("sha256", key)
      .update(JSON.stringify([path, String(merchantId), environment, filters, content]))
      .digest()
      .subarray(0, TAG_BYTES);

  return {
    seal({ createdAt, id }, scope) {
      const content = `${id} ${createdAt}`;
      return Buffer.concat([tagOf(content, scope), Buffer.from(content)]).toString("base64url");
    },
    open(cursor, scope) {
      const bytes = Buffer.from(cursor, "base64url");
      const content = bytes.subarray(TAG_BYTES).toString("latin1");
      const [, id, createdAt] = /^(\d+) (.+)$/.exec(content) ?? [];
      // Decoding skips what is not base64url, so that many texts give the same bytes: only the one we wrote counts.
      const genuine =
        bytes.toString("base64url") === cursor &&
        id !== undefined &&
        timingSafeEqual(tagOf(content, scope), bytes.subarray(0, TAG_BYTES));
      if (!genuine)
        throw invalid({ cursor: "must be the meta.nextCursor of this list, with the same filters" });
      return { createdAt: createdAt!, id: BigInt(id) };
    },
  };
}
