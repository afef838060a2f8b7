import { decrypt } from "../../sql/crypto/encryption.ts";
import { webhookHeaders } from "../../sql/webhooks/signature.ts";
import { claimDelivery, recordAttempt, type Delivery } from "../../sql/queries/deliveries.ts";
import { webhookSecretContext } from "../../sql/queries/webhook-endpoints.ts";
import type { TaskContext } from "../context.ts";

/**
 * Makes one attempt at delivering an event: signs the stored bytes afresh, sends them, and records what came back.
 *
 * Does nothing where there is nothing to send now. A receiver's failure is no failure of the job: SQL decides from the
 * recorded attempt what is next, for this event and for those that wait behind it.
 */
export async function attemptDelivery(
  context: TaskContext,
  eventId: bigint,
  { isSlow, signal }: { isSlow: boolean; signal: AbortSignal },
): Promise<void> {
  const { database, sendWebhook, crashPoint, workerId } = context;
  const delivery = await claimDelivery(database, eventId, workerId, isSlow);
  if (delivery === null) return;
  crashPoint("webhook.claimed");

  const body = Buffer.from(delivery.body);
  const headers = requestHeaders(context, delivery, body);
  const answer = await sendWebhook(
    { url: delivery.url, environment: delivery.environment, headers, body },
    signal,
  );
  crashPoint("webhook.sent");

  await recordAttempt(database, eventId, delivery.fence, {
    url: delivery.url,
    requestHeaders: headers,
    responseStatus: answer.status,
    responseBody: answer.body,
    durationMs: answer.durationMs,
    error: answer.error,
    retryAfterSeconds: answer.retryAfterSeconds,
  });
}

function requestHeaders(
  { encryptionKeys }: TaskContext,
  delivery: Delivery,
  body: Buffer,
): Record<string, string> {
  const secretContext = webhookSecretContext({
    merchantId: delivery.merchant_id,
    environment: delivery.environment,
  });
  const reveal = (encrypted: Buffer) => decrypt(encryptionKeys, encrypted, secretContext);
  return webhookHeaders({
    id: delivery.reference,
    timestamp: Math.floor(Date.now() / 1000),
    body,
    secret: reveal(delivery.secret),
    previousSecret: delivery.previous_secret === null ? undefined : reveal(delivery.previous_secret),
  });
}
