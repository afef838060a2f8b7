import { open } from "../../sql/columns/sealed.ts";
import { claimDelivery, recordAttempt, type Delivery } from "../../sql/queries/deliveries.ts";
import { webhookSecretContext } from "../../sql/queries/webhook-endpoints.ts";
import type { TaskContext, TaskFor } from "../context.ts";
import { signWebhook } from "../webhooks/sign-webhook.ts";

/**
 * Makes one attempt at delivering an event: signs the stored bytes afresh, sends them, and records what came back.
 *
 * A receiver's failure is no failure of this job. SQL decides from the recorded attempt what is next, and a next
 * attempt is a job of its own.
 */
export const deliverWebhook: TaskFor<"deliver_webhook"> = (context) => {
  const { database, sendWebhook, crashPoint } = context;

  return async ({ id }, { signal }) => {
    const delivery = await claimDelivery(database, id);
    if (delivery === null) return;
    crashPoint("webhook.claimed");

    const body = Buffer.from(delivery.body);
    const headers = requestHeaders(context, delivery, body);
    const answer = await sendWebhook({ url: delivery.url, headers, body }, signal);
    crashPoint("webhook.sent");

    await recordAttempt(database, id, delivery.fence, {
      url: delivery.url,
      requestHeaders: headers,
      responseStatus: answer.status,
      responseBody: answer.body,
      durationMs: answer.durationMs,
      error: answer.error,
      retryAfterSeconds: answer.retryAfterSeconds,
    });
  };
};

function requestHeaders(
  { encryptionKey }: TaskContext,
  delivery: Delivery,
  body: Buffer,
): Record<string, string> {
  const secretContext = webhookSecretContext({
    merchantId: delivery.merchant_id,
    environment: delivery.environment,
  });
  const reveal = (sealed: Buffer) => open(encryptionKey, sealed, secretContext);
  return {
    "content-type": "application/json",
    "user-agent": "payments-platform-webhooks/1",
    ...signWebhook({
      id: delivery.reference,
      timestamp: Math.floor(Date.now() / 1000),
      body,
      secret: reveal(delivery.secret),
      previousSecret: delivery.previous_secret === null ? undefined : reveal(delivery.previous_secret),
    }),
  };
}
