import { decrypt, type MasterKeys } from "../../sql/process/encryption/encryption.ts";
import type { Delivery } from "../../sql/webhooks/deliveries/deliveries.ts";
import { webhookSecretContext } from "../../sql/webhooks/endpoints/webhook-secret.ts";
import { inTrace, subjectAttributes, traceparentOf, type Span } from "../../sql/process/tracing/spans.ts";
import { presentPlace } from "../../sql/process/tracing/trace.ts";
import { webhookHeaders } from "../../sql/webhooks/deliveries/signature.ts";
import type { Task } from "../context.ts";
import { outcomeOf } from "./send-webhook.ts";

/** How many events a job sends at once. Each that ends makes room for the next; see delivery_slots() too. */
const AT_ONCE = 4;
/** How many events a job sends at most. A job for each would cost more than sending it. */
const MOST = 40;
/** The slowest receiver for which a job continues: the jobs of other endpoints wait for the slot. */
const RECEIVER_MS = 100;
/** How long after its start a job continues, however busy the database is: the last attempt still has its 15 s. */
const GO_ON_MS = 4_000;

/**
 * Makes one attempt to deliver an event, then continues with others that are due at the same endpoint, a few at once:
 * signs the stored bytes again, sends them and records the response. The lane of slow endpoints has a runner of its
 * own, so that they delay only each other.
 *
 * Does nothing if nothing is due. The job succeeds even if the receiver fails: SQL decides from the recorded attempt
 * what is next, for this event and for those behind it.
 */
export const deliverWebhook: Task = async (
  { deliveries, encryptionKeys, sendWebhook, crashPoint, signal },
  eventId,
) => {
  const goOnUntil = performance.now() + GO_ON_MS;
  let sent = 0;
  let receiverMs = 0;
  let underWay = 0;

  const deliver = async (delivery: Delivery, span?: Span): Promise<readonly Delivery[]> => {
    crashPoint("webhook.claimed");
    const { url, environment, merchantId } = delivery;
    const body = Buffer.from(delivery.body);
    const headers = headersOf(delivery, body, encryptionKeys);
    const response = await sendWebhook({ url, environment, merchantId, headers, body }, signal);
    span?.note({ "payments.outcome": outcomeOf(response), ...subjectAttributes() });
    crashPoint("webhook.sent");

    receiverMs += response.durationMs / underWay;
    const goesOn = receiverMs < RECEIVER_MS && performance.now() < goOnUntil;
    const wanted = goesOn ? Math.min(AT_ONCE - underWay + 1, MOST - sent) : 0;
    // Counted before the call, as if all were granted, so that concurrent deliveries request fewer.
    underWay += wanted - 1;
    sent += wanted;
    const next = await deliveries.record(delivery, { url, requestHeaders: headers, ...response }, wanted);
    underWay -= wanted - next.length;
    sent -= wanted - next.length;
    crashPoint("webhook.recorded");
    return next;
  };
  const deliverAll = async (claimed: readonly Delivery[]): Promise<void> => {
    const ends = await Promise.allSettled(
      claimed.map(async (delivery) =>
        deliverAll(await inItsTrace(delivery, (span) => deliver(delivery, span))),
      ),
    );
    // Thrown only after all have ended, because the job then runs again.
    for (const end of ends) if (end.status === "rejected") throw end.reason;
  };

  const first = await deliveries.claim(eventId);
  if (first === null) return;
  underWay = sent = 1;
  await deliverAll([first]);
};

/** A job sends the events of several requests: each attempt is in its event's trace, and linked to the job. */
function inItsTrace<Result>(
  { reference, environment, traceId }: Delivery,
  run: (span?: Span) => Promise<Result>,
): Promise<Result> {
  const attempt = {
    name: "webhook attempt",
    kind: "client",
    attributes: { "payments.environment": environment },
    links: [presentPlace()!],
  } as const;
  return inTrace(traceId ?? undefined, { reference }, attempt, run);
}

function headersOf(delivery: Delivery, body: Buffer, keys: MasterKeys): Record<string, string> {
  const { reference, secret, previousSecret } = delivery;
  const context = webhookSecretContext(delivery);
  return webhookHeaders({
    id: reference,
    timestamp: Math.floor(Date.now() / 1000),
    body,
    traceparent: traceparentOf(presentPlace()!),
    secret: decrypt(keys, secret, context),
    previousSecret: previousSecret === null ? undefined : decrypt(keys, previousSecret, context),
  });
}
