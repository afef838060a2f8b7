import { decrypt, type MasterKeys } from "../../sql/crypto/encryption.ts";
import type { Delivery } from "../../sql/queries/deliveries.ts";
import { webhookSecretContext } from "../../sql/queries/webhook-endpoints.ts";
import { webhookHeaders } from "../../sql/webhooks/signature.ts";
import type { Task } from "../context.ts";

/** How many events a job sends at most. A job for each would cost more than sending it. */
const MOST = 10;
/** How long their receiver may have taken for a job to go on: the jobs of other endpoints wait for the slot. */
const RECEIVER_MS = 100;
/** How long after its start a job goes on, however busy the database is: the last attempt has its 15 s all the same. */
const GO_ON_MS = 4_000;

/**
 * Makes one attempt to deliver an event, then one for each of a few that are due at the same endpoint: signs the stored
 * bytes anew, sends them and records the response. The lane of slow endpoints has a runner of its own, so that they
 * delay only each other.
 *
 * Does nothing if there is nothing to send now. The job succeeds even if the receiver fails: SQL decides from the
 * recorded attempt what is next, for this event and for those that wait behind it.
 */
export const deliverWebhook: Task = async (context, eventId, signal) => {
  const { deliveries, encryptionKeys, sendWebhook, crashPoint } = context;
  const goOnUntil = performance.now() + GO_ON_MS;
  let sent = 0;
  let receiverMs = 0;
  let delivery = await deliveries.claim(eventId);
  while (delivery !== null) {
    crashPoint("webhook.claimed");
    const { url, environment } = delivery;
    const body = Buffer.from(delivery.body);
    const headers = signedHeaders(delivery, body, encryptionKeys);
    const response = await sendWebhook({ url, environment, headers, body }, signal);
    crashPoint("webhook.sent");

    const attempt = {
      url,
      requestHeaders: headers,
      responseStatus: response.status,
      responseBody: response.body,
      durationMs: response.durationMs,
      error: response.error,
      retryAfterSeconds: response.retryAfterSeconds,
    };
    sent += 1;
    receiverMs += response.durationMs;
    const goesOn = sent < MOST && receiverMs < RECEIVER_MS && performance.now() < goOnUntil;
    delivery = await deliveries.record(delivery, attempt, goesOn);
    crashPoint("webhook.recorded");
  }
};

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
