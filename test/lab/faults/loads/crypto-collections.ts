import { runSql } from "../../../helpers/database/run-sql.ts";
import type { Load } from "../run.ts";

/** Payments in a stablecoin, credited in dollars. */
export const load: Load = {
  name: "crypto collections",
  share: 0.1,
  async start({ platform, client }) {
    const { merchants, bank, ownerUrl } = platform;
    const collections = new Set<string>();
    const refused: string[] = [];

    return {
      async act(random) {
        const { liveKey: key } = random.pick(merchants);
        const amount = { value: 100 + Math.floor(random.between(0, 1_000)), currency: "USD" };
        const told = await client.send("POST", "/v1/crypto-collections", { key, body: { amount } }, random);
        if (told.status !== 201)
          return void refused.push(`a crypto collection was refused: ${told.status} ${told.error?.code}`);
        const { reference } = told.data as { reference: string };
        collections.add(reference);
        bank.payIn(reference, amount, random);
      },
      countUnfinished: async () => 0,
      async findViolations() {
        const rows = await runSql<{ reference: string; status: string }>(
          ownerUrl,
          "select reference, status from collections where environment = 'live' and reference = any ($1)",
          [[...collections]],
        );
        const found = new Map(rows.map((row) => [row.reference, row.status]));
        const notPaid = [...collections].filter((reference) => found.get(reference) !== "succeeded");
        return [
          ...refused,
          ...notPaid.map((reference) => `${reference} was paid and is ${found.get(reference) ?? "gone"}`),
        ];
      },
    };
  },
};
