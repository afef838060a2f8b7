import { z } from "zod";
import type { Connection } from "../../sql/process/database.ts";
import { registerWorker } from "../../sql/queue/workers/workers.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { claimDelivery } from "../helpers/worker-steps.ts";

/** Claims a delivery, due or not, as a worker process of its own does; in the lane of endpoints that are not slow. */
export async function claimEvent(database: Connection, eventId: bigint, isSlow = false) {
  await database.query(sql.type(z.object({}))`
    update events e set next_attempt_at = least(next_attempt_at, business_now(merchant_id, environment))
    where id = ${eventId} and delivery_status = 'pending'`);
  const { workerId } = await registerWorker(database);
  return claimDelivery(database, eventId, workerId, isSlow);
}
