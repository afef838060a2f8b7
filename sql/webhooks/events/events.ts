import { z } from "zod";
import type { Connection } from "../../process/database.ts";
import { call } from "../../process/call.ts";
import { findOne } from "../../process/find-one.ts";
import { sql } from "../../process/sql-tag.ts";
import { storedTraceId } from "../../process/tracing/trace.ts";
import type { EventJson, EventWithAttemptsJson } from "./event-json.ts";
import type { Tenant } from "../../merchants/tenant.ts";

/** A tenant's event with its newest delivery attempts; null if there is none of that reference. */
export const findEventWithAttempts = findOne<EventWithAttemptsJson>("events", "event_with_attempts_json");

const queueing = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("queued"), event: z.custom<EventJson>() }),
  z.object({
    outcome: z.enum(["not_found", "too_many_attempts", "no_endpoint", "endpoint_disabled"]),
    event: z.null(),
  }),
]);

/** Delivers an event again, in any state. If queued, `event` is its public JSON. */
export const replayEvent = call("replay_event", queueing);

/** Delivers failed events since a time again, a thousand at most. */
export const recoverEvents = call("recover_events", {
  outcome: z.enum(["queued", "no_endpoint", "endpoint_disabled"]),
});

/** Sends a tenant's endpoint a webhook.test event. If queued, `event` is its public JSON. */
export const emitTestEvent = call("emit_test_event", queueing);

const sentEvent = z.object({ body: z.string(), traceId: storedTraceId.nullable() });

/** The exact text of a tenant's event that is signed and sent, and its trace; null if there is no such event. */
export async function findSentEvent(
  connection: Connection,
  { merchantId, environment }: Tenant,
  reference: string,
) {
  return connection.maybeOne(sql.type(sentEvent)`
    select event_body(e) as body, e.trace_id as "traceId" from events e
    where e.merchant_id = ${merchantId} and e.environment = ${environment} and e.reference = ${reference}`);
}
