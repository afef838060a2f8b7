import type { Load } from "../run.ts";

/** Merchants who replay events, and read their deliveries. */
export const load: Load = {
  name: "replays",
  share: 0.1,
  async start({ platform, client }) {
    const violations: string[] = [];
    return {
      async act(random) {
        const { liveKey: key } = random.pick(platform.merchants);
        const { data } = await client.send("GET", "/v1/events?limit=20", { key }, random);
        const events = data as { reference: string }[];
        if (events.length === 0) return;
        const { reference } = random.pick(events);
        const asked = { key, idempotencyKey: false } as const;
        const told = await client.send("POST", `/v1/events/${reference}/replay`, asked, random);
        const isExpected = told.status === 200 || told.status === 409;
        if (!isExpected) violations.push(`a replay of ${reference} got ${told.status}`);
      },
      countUnfinished: async () => 0,
      findViolations: async () => violations,
    };
  },
};
