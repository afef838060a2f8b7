import type { Load } from "../run.ts";

/** A list is read in about this many pages, however many rows it has: otherwise long runs would only read lists. */
const PAGES = 20;
/** The largest page of a list (spec 8). */
const LARGEST_PAGE = 100;

/** Lists that are paged through while rows are added: no earlier row is skipped, and none comes twice. */
export const load: Load = {
  name: "lists",
  share: 0.05,
  async start({ platform, client }) {
    const violations: string[] = [];
    /** By merchant: the payouts that this load created, and when, by the service. */
    const made = new Map<string, Map<string, string>>();

    return {
      async act(random) {
        const { testKey: key } = random.pick(platform.merchants);
        const mine = made.get(key) ?? new Map<string, string>();
        made.set(key, mine);
        const body = { title: `Lamp ${random.next()}`, amount: { value: 5_000, currency: "NGN" } };
        const told = await client.send("POST", "/v1/payment-links", { key, body }, random);
        const before = new Map(mine);
        mine.set(told.data.slug as string, told.data.createdAt as string);

        const limit = Math.min(LARGEST_PAGE, Math.max(7, Math.ceil(before.size / PAGES)));
        const seen = new Set<string>();
        let cursor = "";
        for (;;) {
          const path = `/v1/payment-links?limit=${limit}${cursor}`;
          const { data, meta, error } = await client.send("GET", path, { key }, random);
          if (error !== undefined) return void violations.push(`a list was refused: ${error.code}`);
          for (const { slug } of data as { slug: string }[]) {
            if (seen.has(slug)) violations.push(`a list had ${slug} twice`);
            seen.add(slug);
          }
          if (meta?.nextCursor === undefined) break;
          cursor = `&cursor=${encodeURIComponent(meta.nextCursor)}`;
        }
        for (const slug of before.keys()) if (!seen.has(slug)) violations.push(`a list left out ${slug}`);
      },
      countUnfinished: async () => 0,
      findViolations: async () => violations,
    };
  },
};
