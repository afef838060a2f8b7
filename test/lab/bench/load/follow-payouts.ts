import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { send } from "../../client/send.ts";
import { percentile } from "../../statistics.ts";
import { destination } from "./destination.ts";
import { serve } from "../../fork-program.ts";

export type Followed = { url: string; keys: readonly string[]; databaseUrl: string; payouts: number };

/** Longer than a payout takes, so that each finds an idle platform idle again. */
const BETWEEN_MS = 30;

/** The times from the 201 until the row has succeeded, in milliseconds. */
export type Times = { p50: number; p99: number };

/** Sends payouts one after the other. */
async function follow({ url, keys, databaseUrl, payouts }: Followed): Promise<Times> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const times: number[] = [];
  for (let n = 0; n < payouts; n += 1) {
    const body = { amount: { value: 10_000, currency: "NGN" }, destination };
    const idempotencyKey = randomUUID();
    const response = await send(`${url}/v1/payouts`, { key: keys[n % keys.length], idempotencyKey, body });
    const { data } = (await response.body.json()) as { data?: { reference: string } };
    const accepted = performance.now();
    if (data === undefined) throw new Error(`a payout was responded to with ${response.statusCode}`);
    const select = {
      name: "status",
      text: "select status from payouts where reference = $1",
      values: [data.reference],
    };
    while ((await client.query<{ status: string }>(select)).rows[0]!.status !== "succeeded");
    times.push(performance.now() - accepted);
    await sleep(BETWEEN_MS);
  }
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

serve({ run: follow });
