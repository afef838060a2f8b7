import { setTimeout as sleep } from "node:timers/promises";
import { destination } from "../../../helpers/records.ts";
import { createRandom } from "../../random.ts";
import type { Check } from "../run.ts";

const PROBES = 9;
const HALF = Math.ceil(PROBES / 2);
/** A payout that lost its job is found after five seconds. */
const LIMIT_MS = 4_000;

/** On an idle platform a payout is sent at once: its job was written with it, and a worker was notified. */
export const check: Check = {
  name: "in the calm a payout is sent at once",
  find: async ({ platform, client }) => {
    const random = createRandom(2);
    const key = platform.merchants[0]!.liveKey;
    const { transfers } = platform.bank.provider;
    let late = 0;
    for (let probe = 0; probe < PROBES && late < HALF; probe += 1) {
      const body = { amount: { value: 10_000, currency: "NGN" }, destination };
      const { data } = await client.send("POST", "/v1/payouts", { key, body }, random);
      const since = performance.now();
      while (!transfers.has(data.reference as string) && performance.now() - since < LIMIT_MS)
        await sleep(20);
      if (!transfers.has(data.reference as string)) late += 1;
    }
    return late < HALF ? [] : [`in the calm half of the payouts wait longer than ${LIMIT_MS} ms`];
  },
};
