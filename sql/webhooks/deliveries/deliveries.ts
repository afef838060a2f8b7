import { z } from "zod";
import { environments } from "../../ledger/money.ts";
import type { Connection } from "../../process/database.ts";
import type { Tenant } from "../../merchants/tenant.ts";
import { call, inColumns } from "../../process/call.ts";
import { storedTraceId } from "../../process/tracing/trace.ts";

const delivery = z.object({
  eventId: z.bigint(),
  fence: z.bigint(),
  merchantId: z.bigint(),
  environment: z.enum(environments),
  reference: z.string(),
  body: z.string(),
  url: z.string(),
  secret: z.instanceof(Buffer),
  previousSecret: z.instanceof(Buffer).nullable(),
  /** The trace of what the event reports. */
  traceId: storedTraceId.nullable(),
});
/** An event that this worker process has claimed, with its body and URL. */
export type Delivery = z.output<typeof delivery>;

/** The claiming worker process, for its lane of slow endpoints or for the other one. */
export type Lane = { workerId: bigint; isSlow: boolean };

/**
 * Claims due deliveries, in the order of the ids. `nothing`: nothing to send now. `locked`: the event or its endpoint
 * is locked, and nothing was done. Without `waits` it skips locked ones.
 */
export const claimDeliveries = call(
  "claim_deliveries",
  z.discriminatedUnion("outcome", [
    delivery.extend({ outcome: z.literal("claimed") }),
    z.object({ outcome: z.literal("nothing"), eventId: z.bigint() }),
    z.object({ outcome: z.literal("locked"), eventId: z.bigint(), merchantId: z.bigint() }),
  ]),
);

export type Attempt = {
  url: string;
  requestHeaders: Record<string, string>;
  /** Of the response. Absent if no complete one came. */
  status?: number | undefined;
  body?: string | undefined;
  /** The body was longer than that. */
  isCut?: true | undefined;
  retryAfterSeconds?: number | undefined;
  /** A whole number. */
  durationMs: number;
  /** Why it failed and what to do about it, for the merchant. */
  error?: string | undefined;
};

/** An attempt that was made for a claim. `takes`: how many events of the endpoint its worker sends next, at most. */
export type MadeAttempt = Tenant & { eventId: bigint; fence: bigint; attempt: Attempt; takes: number };

const recorded = z.object({ ordinal: z.bigint(), outcome: z.enum(["recorded", "locked"]) });
const record = call("record_attempts", z.union([recorded, delivery.extend({ ordinal: z.null() })]));

/** Records attempts; returns for each, in order, its outcome, and the claims of other events that were wanted. */
export async function recordAttempts(
  connection: Connection,
  made: readonly MadeAttempt[],
  lane: Lane,
  waits: boolean,
) {
  const attempts = made.map(({ eventId, fence, attempt, takes }) =>
    inColumns({ eventId, fence, takes, ...attempt }),
  );
  const rows = await record(connection, { attempts, ...lane, waits });
  const claimed = rows.filter((row) => row.ordinal === null);
  const claims = Map.groupBy(claimed, endpointOf);
  return made.map((one, index) => {
    const { outcome } = rows[index] as z.output<typeof recorded>;
    return { outcome, next: claims.get(endpointOf(one))?.splice(0, one.takes) ?? [] };
  });
}

/** Names a merchant's endpoint in an environment. */
export const endpointOf = ({ merchantId, environment }: Tenant) => `${merchantId} ${environment}`;
