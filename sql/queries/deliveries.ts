import { z } from "zod";
import { environments } from "../ledger/money.ts";
import type { Connection } from "../database.ts";
import { sql } from "../sql-tag.ts";

const delivery = z.object({
  fence: z.bigint(),
  merchant_id: z.bigint(),
  environment: z.enum(environments),
  reference: z.string(),
  body: z.string(),
  url: z.string(),
  secret: z.instanceof(Buffer),
  previous_secret: z.instanceof(Buffer).nullable(),
});
export type Delivery = z.output<typeof delivery>;

/**
 * Claims a due delivery for this worker process; null if there is nothing to send now: the event is not due, is being
 * sent, or waits for others of its endpoint. `isSlow`: the job runs in the lane of slow endpoints.
 */
export async function claimDelivery(
  connection: Connection,
  eventId: bigint,
  workerId: bigint,
  isSlow: boolean,
): Promise<Delivery | null> {
  return connection.maybeOne(sql.type(delivery)`
    select fence, merchant_id, environment, reference, body, url, secret, previous_secret
    from claim_delivery(${eventId}, ${workerId}, ${isSlow})`);
}

export type Attempt = {
  url: string;
  requestHeaders: Record<string, string>;
  /** Absent if there was no response. */
  responseStatus?: number | undefined;
  responseBody?: string | undefined;
  durationMs: number;
  /** Why there was no response, in words for the merchant. */
  error?: string | undefined;
  retryAfterSeconds?: number | undefined;
};

const recorded = z.object({
  status: z.enum(["not_sent", "pending", "delivered", "held", "exhausted"]),
  next_attempt_at: z.date().nullable(),
});

/** Records what an attempt sent and received, and schedules the next one if needed. */
export async function recordAttempt(
  connection: Connection,
  eventId: bigint,
  fence: bigint,
  attempt: Attempt,
) {
  return connection.one(sql.type(recorded)`
    select status, next_attempt_at from record_attempt(
      ${eventId}, ${fence}, ${attempt.url}, ${sql.json(attempt.requestHeaders)}, ${attempt.responseStatus ?? null},
      ${attempt.responseBody ?? null}, ${Math.round(attempt.durationMs)}, ${attempt.error ?? null},
      make_interval(secs => ${attempt.retryAfterSeconds ?? null})
    )`);
}
