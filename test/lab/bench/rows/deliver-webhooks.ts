import { z } from "zod";
import type { Connection } from "../../../../sql/process/database.ts";
import { sql } from "../../../../sql/process/sql-tag.ts";
import { barePosts } from "../controls/bare-http.ts";
import type { Kind } from "../platform/platforms.ts";
import { rateOfWork, waitForWork } from "../platform/work-done.ts";
import type { Measurement, Row } from "../row.ts";

function delivered(title: string, kind: Kind, endpoints: number): Measurement<"per second"> {
  return {
    title,
    measure: async ({ platforms, amount }) => {
      const { database, merchants, startWorkers } = await platforms.get(kind);
      const ids = merchants.slice(0, endpoints).map(({ merchantId }) => merchantId);
      for (let emitted = 0; emitted < amount; emitted += BATCH) await emit(database, ids);
      const since = new Date();
      await using _workers = await startWorkers(1);
      await waitForWork(database, "webhooks", since, amount);
      return { "per second": await rateOfWork(database, "webhooks", since, amount) };
    },
  };
}

/** One statement of the service's pool may take six seconds. */
const BATCH = 200;

/** Emits events for merchants in turns. */
async function emit(database: Connection, merchantIds: bigint[]): Promise<void> {
  await database.query(sql.type(z.object({}))`
    select emit_event(merchant_id, 'live', 'payout.succeeded', '{"reference":"pyt_bench"}')
    from unnest(${sql.array(merchantIds, "int8")}) merchant_id, generate_series(1, ${BATCH / merchantIds.length})`);
}

const toMany = delivered("webhooks delivered to 200 endpoints", "with webhooks", 200);
const toOne = delivered("webhooks delivered to one endpoint", "one endpoint", 1);

export const deliverWebhookRows: Row[] = [
  {
    title: "Webhooks delivered and recorded, 200 endpoints",
    unit: "× bare undici",
    target: { atLeast: 0.25 },
    value: async (round) => (await round(toMany))["per second"] / (await round(barePosts))["per second"],
  },
  {
    title: "Webhooks delivered and recorded, one endpoint",
    unit: "× bare undici",
    target: { atLeast: 0.15 },
    value: async (round) => (await round(toOne))["per second"] / (await round(barePosts))["per second"],
  },
];
