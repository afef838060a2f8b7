import { decrypt, type MasterKeys } from "../../sql/crypto/encryption.ts";
import { claimDelivery, recordAttempt, type Delivery } from "../../sql/queries/deliveries.ts";
import { webhookSecretContext } from "../../sql/queries/webhook-endpoints.ts";
import { webhookHeaders } from "../../sql/webhooks/signature.ts";
import type { Task, TaskContext } from "../context.ts";

/** Sends an event to an endpoint that responds quickly, or is not yet known to be slow. */
export const deliverWebhook: Task = (context, eventId, signal) =>
  attemptDelivery(context, eventId, false, signal);

/** Sends an event to an endpoint whose last response was slow. Its own runner: it delays only others like it. */
export const deliverSlowWebhook: Task = (context, eventId, signal) =>
  attemptDelivery(context, eventId, true, signal);

/**
 * Makes one attempt to deliver an event: signs the stored bytes anew, sends them and records the response.
 *
 * Does nothing if there is nothing to send now. The job succeeds even if the receiver fails: SQL decides from the
 * recorded attempt what is next, for this event and for those that wait behind it.
 */
async function attemptDelivery(
  { database, encryptionKeys, sendWebhook, crashPoint, workerId }: TaskContext,
  eventId: bigint,
  isSlow: boolean,
  signal: AbortSignal,
): Promise<void> {
  const delivery = await claimDelivery(database, eventId, workerId, isSlow);
  if (delivery === null) return;
  crashPoint("webhook.claimed");

  const { url, environment } = delivery;
  const body = Buffer.from(delivery.body);
  const headers = signedHeaders(delivery, body, encryptionKeys);
  const response = await sendWebhook({ url, environment, headers, body }, signal);
  crashPoint("webhook.sent");

  await recordAttempt(database, eventId, delivery.fence, {
    url,
    requestHeaders: headers,
    responseStatus: response.status,
    responseBody: response.body,
    durationMs: response.durationMs,
    error: response.error,
    retryAfterSeconds: response.retryAfterSeconds,
  });
}

function signedHeaders(delivery: Delivery, body: Buffer, keys: MasterKeys): Record<string, string> {
  const context = webhookSecretContext({
    merchantId: delivery.merchant_id,
    environment: delivery.environment,
  });
  return webhookHeaders({
    id: delivery.reference,
    timestamp: Math.floor(Date.now() / 1000),
    body,
    secret: decrypt(keys, delivery.secret, context),
    previousSecret:
      delivery.previous_secret === null ? undefined : decrypt(keys, delivery.previous_secret, context),
  });
}
