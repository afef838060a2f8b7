import { z } from "zod";
import { environments } from "../../ledger/money.ts";
import type { Connection } from "../../process/database.ts";
import { sql } from "../../process/sql-tag.ts";
import { storedTraceId } from "../../process/tracing/trace.ts";

const delivery = z.object({
  event_id: z.bigint(),
  fence: z.bigint(),
  merchant_id: z.bigint(),
  environment: z.enum(environments),
  reference: z.string(),
  body: z.string(),
  url: z.string(),
  secret: z.instanceof(Buffer),
  previous_secret: z.instanceof(Buffer).nullable(),
  /** The trace of what the event reports. */
  trace_id: storedTraceId.nullable(),
});
/** An event that this worker process has claimed, with what to send and where. */
export type Delivery = z.output<typeof delivery>;

/** Who claims: a worker process, for its lane of slow endpoints or for the other one. */
export type Lane = { workerId: bigint; isSlow: boolean };

const claim = z.discriminatedUnion("outcome", [
  delivery.extend({ outcome: z.literal("claimed") }),
  z.object({ outcome: z.literal("nothing"), event_id: z.bigint() }),
  z.object({ outcome: z.literal("locked"), event_id: z.bigint(), merchant_id: z.bigint() }),
]);
/**
 * What came of an event. `nothing`: there is nothing to send now. `locked`: somebody else has locked it or its
 * endpoint; nothing was done.
 */
export type Claim = z.output<typeof claim>;

/**
 * Claims due deliveries. `waits`: for their locks; otherwise it passes over what is locked. Returns their claims in
 * the order of the ids.
 */
export async function claimDeliveries(
  connection: Connection,
  eventIds: readonly bigint[],
  { workerId, isSlow }: Lane,
  waits: boolean,
): Promise<Claim[]> {
  const claims = await connection.any(sql.type(claim)`
    select outcome, event_id, fence, merchant_id, environment, reference, body, url, secret, previous_secret,
      trace_id
    from claim_deliveries(${sql.array([...eventIds], "int8")}, ${workerId}, ${isSlow}, ${waits})`);
  const found = new Map(claims.map((row) => [row.event_id, row]));
  // A second claim of the same event in one call gets nothing, and so does one of an event that is gone.
  return eventIds.map((id, index) => {
    const first = eventIds.indexOf(id) === index ? found.get(id) : undefined;
    return first ?? { outcome: "nothing", event_id: id };
  });
}

export type Attempt = {
  url: string;
  requestHeaders: Record<string, string>;
  /** Absent if there was no response. */
  responseStatus?: number | undefined;
  responseBody?: string | undefined;
  /** It was longer than that. */
  responseCut?: true | undefined;
  durationMs: number;
  /** Why there was no response, in words for the merchant. */
  error?: string | undefined;
  retryAfterSeconds?: number | undefined;
};

/** An attempt that was made for a claim. `takes`: how many events of the endpoint its worker sends next, at most. */
export type MadeAttempt = { eventId: bigint; fence: bigint; attempt: Attempt; takes: number };

const recorded = z.object({
  status: z.enum(["not_sent", "pending", "delivered", "held", "exhausted", "locked"]),
  next_attempt_at: z.date().nullable(),
});
const noDelivery = z.object({ event_id: z.null() });
const recordedRow = z.intersection(recorded.extend({ ordinal: z.bigint() }), z.union([noDelivery, delivery]));
/** What came of an attempt, `locked` as in Claim, and the claims of other events: those wanted that are due. */
export type Recorded = z.output<typeof recorded> & { next: Delivery[] };

/**
 * Records what attempts sent and received, and decides what is next for their events. `waits`: as for claims. Returns a
 * result for each, in their order; undefined for one whose event is gone.
 */
export async function recordAttempts(
  connection: Connection,
  made: readonly MadeAttempt[],
  { workerId, isSlow }: Lane,
  waits: boolean,
): Promise<(Recorded | undefined)[]> {
  const attempts = made.map(({ eventId, fence, attempt, takes }) => ({
    ...attempt,
    eventId: String(eventId),
    fence: String(fence),
    durationMs: Math.round(attempt.durationMs),
    takes,
  }));
  const rows = await connection.any(sql.type(recordedRow)`
    select ordinal, status, next_attempt_at, event_id, fence, merchant_id, environment, reference, body, url, secret,
      previous_secret, trace_id
    from record_attempts(${sql.json(attempts)}, ${workerId}, ${isSlow}, ${waits})`);
  const results: (Recorded | undefined)[] = made.map(() => undefined);
  for (const { ordinal, status, next_attempt_at, ...next } of rows) {
    const result = (results[Number(ordinal) - 1] ??= { status, next_attempt_at, next: [] });
    if (next.event_id !== null) result.next.push(next);
  }
  return results;
}
