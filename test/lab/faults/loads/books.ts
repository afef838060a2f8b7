import type { Load } from "../run.ts";
import { lagosDay } from "../../../helpers/lagos-day.ts";

/** A movement, as far as the next one follows from it. */
type Movement = { sequence: number; net: { value: number }; balanceAfter: { value: number } };
type Balances = { available: { value: number } };

/** Books that are read while money moves: no movement is left out or changes the balance by more than it says. */
export const load: Load = {
  name: "books",
  share: 0.05,
  async start({ platform, client }) {
    const violations: string[] = [];
    /** By key: the newest movement that was read. */
    const newest = new Map<string, Movement>();

    return {
      async act(random) {
        const { testKey, liveKey } = random.pick(platform.merchants);
        const key = random.pick([testKey, liveKey]);
        const known = newest.get(key);
        const rows: Movement[] = [];
        for (let cursor = ""; ;) {
          const path = `/v1/balance-transactions?currency=NGN&limit=100${cursor}`;
          const { data, meta, error } = await client.send("GET", path, { key }, random);
          if (error !== undefined) return void violations.push(`movements were refused: ${error.code}`);
          rows.unshift(...(data as Movement[]).toReversed());
          // The first time one page is enough.
          if (meta?.nextCursor === undefined || rows[0]!.sequence <= (known?.sequence ?? Infinity)) break;
          cursor = `&cursor=${encodeURIComponent(meta.nextCursor)}`;
        }
        const unread = rows.filter(({ sequence }) => sequence >= (known?.sequence ?? 0));
        for (const [nth, row] of unread.entries()) {
          const before = unread[nth - 1];
          if (before === undefined) continue;
          const balance = before.balanceAfter.value + row.net.value;
          if (row.sequence !== before.sequence + 1 || row.balanceAfter.value !== balance)
            violations.push(`movement ${row.sequence} does not follow from ${before.sequence}`);
        }
        const last = unread.at(-1);
        if (last !== undefined && last.sequence >= (newest.get(key)?.sequence ?? 0)) newest.set(key, last);

        const today = lagosDay();
        const path = `/v1/statements?from=${today}&to=${today}`;
        const { data, error } = await client.send("GET", path, { key }, random);
        if (error !== undefined) return void violations.push(`a statement was refused: ${error.code}`);
        const { opening, total, closing } = data as Record<"opening" | "closing", Balances> & {
          total: Movement;
        };
        if (opening.available.value + total.net.value !== closing.available.value)
          violations.push(`a statement of ${today} does not add up`);
      },
      countUnfinished: async () => 0,
      findViolations: async () => violations,
    };
  },
};
