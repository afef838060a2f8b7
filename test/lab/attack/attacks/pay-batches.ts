import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { createDatabase } from "../../../../sql/process/database.ts";
import { fund } from "../../../helpers/records.ts";
import { batchItems, createReadyBatch } from "../../../payout-batches/batch-steps.ts";
import { send, type Sent } from "../../client/send.ts";
import type { Attack, Statuses } from "../attack.ts";

const ITEMS = 10_000;
/** To few accounts, since names are looked up slowly. No two are alike. */
const items = Array.from({ length: ITEMS }, (_, place) => ({
  amount: { value: 10_000 + place, currency: "NGN" },
  destination: { bankCode: "058", accountNumber: String(2_000_000_000 + (place % 10)) },
}));

/** The reference of the batch that is ready. */
let ready: string;

export const attack: Attack = {
  title:
    "one live batch of 10,000 payouts is paid while others are created, started and canceled, two at a time",
  leavesBacklog: true,
  prepare: async ({ databaseUrl, attacker: { live } }) => {
    const database = await createDatabase({ url: databaseUrl, maxPoolSize: 2, applicationName: "attack" });
    await fund(database, live, 100_000_000_000n);
    ready = await createReadyBatch(database, live, batchItems(ITEMS));
    await database.end();
  },
  run: async ({ url, attacker: { liveKey: key } }, signal) => {
    const statuses: Statuses = {};
    const call = async (path: string, request: Sent = {}) => {
      const response = await send(`${url}/v1/payout-batches${path}`, { key, ...request }, { signal });
      statuses[response.statusCode] = (statuses[response.statusCode] ?? 0) + 1;
      const { data } = (await response.body.json()) as { data?: { reference: string; status: string } };
      return data;
    };
    const start = (path: string) =>
      call(`${path}/start`, { method: "POST", body: { confirmClose: true, allowDuplicates: true } });
    const payBatch = async () => {
      const batch = await call("", { idempotencyKey: randomUUID(), body: { items } });
      if (batch === undefined) return sleep(100);
      const path = `/${batch.reference}`;
      while ((await call(path))?.status === "validating") await sleep(200);
      await start(path);
      await call(`${path}/cancel`, { method: "POST", body: {} });
    };
    await start(`/${ready}`);
    const client = async () => {
      while (!signal.aborted)
        await payBatch().catch((error: unknown) => {
          if (!signal.aborted) throw error;
        });
    };
    await Promise.all([client(), client()]);
    return statuses;
  },
};
