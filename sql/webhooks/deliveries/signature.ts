import { createHmac } from "node:crypto";

type Signing = {
  /** The event's reference (evt_…), the same at every attempt. */
  id: string;
  /** Unix time in seconds at which this attempt is made. */
  timestamp: number;
  /** The exact bytes that are sent. */
  body: Buffer;
  /** `whsec_` and base64 of 32 bytes. */
  secret: string;
  /** The secret before the last rotation, while receivers may still use it. */
  previousSecret?: string | null | undefined;
};

/**
 * Returns the signature headers of one delivery attempt.
 *
 * `x-service-signature` is our own; its key is the secret exactly as the merchant sees it. The other three follow
 * Standard Webhooks; their key is the bytes that the secret encodes, and with a previous secret they have a second
 * signature after a space.
 */
export function signWebhook(signing: Signing): Record<string, string> {
  const { id, timestamp, body, secret, previousSecret } = signing;
  const secrets = previousSecret == null ? [secret] : [secret, previousSecret];
  const [current, previous] = secrets.map((key) => hmac(key, `${timestamp}.`, body).toString("hex"));
  const standard = secrets.map((key) => hmac(decoded(key), `${id}.${timestamp}.`, body).toString("base64"));
  return {
    "x-service-signature": `t=${timestamp},v1=${current}${previous === undefined ? "" : `,v1_prev=${previous}`}`,
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": standard.map((signature) => `v1,${signature}`).join(" "),
  };
}

/**
 * Returns all headers of one delivery attempt. The ingress uses it too: POST /v1/events/:reference/sign returns what a
 * delivery would send now. The traceparent is not signed: it is for finding things, and proves nothing.
 */
export function webhookHeaders(signing: Signing & { traceparent: string }): Record<string, string> {
  return {
    "content-type": "application/json",
    "user-agent": "payments-platform-webhooks/1",
    ...signWebhook(signing),
    traceparent: signing.traceparent,
  };
}

const hmac = (key: string | Buffer, prefix: string, body: Buffer) =>
  createHmac("sha256", key).update(prefix).update(body).digest();

const decoded = (secret: string) => Buffer.from(secret.slice(secret.indexOf("_") + 1), "base64");
