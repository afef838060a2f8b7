import { createHmac, timingSafeEqual } from "node:crypto";
import {
  conclude,
  headersOf,
  receive,
  secretsOf,
  SIGNATURE_HEADER,
  toSign,
  WebhookVerificationError,
  type RawBody,
  type Secrets,
  type SignatureHeader,
  type SignOptions,
  type VerifyOptions,
} from "./verification.ts";
import type { WebhookEvent } from "./types.ts";

export { WebhookVerificationError };
export type { RawBody, Secrets, SignatureHeader, SignOptions, VerifyOptions, WebhookEvent };
export type { WebhookVerificationCode } from "./verification.ts";

/** `verify` of `webhooks`, without a promise. Throws WebhookVerificationError, and nothing else. */
export function verify(
  rawBody: RawBody,
  header: SignatureHeader,
  secrets: Secrets,
  options?: VerifyOptions,
): WebhookEvent {
  const received = receive(rawBody, header, secrets);
  // Every secret is compared with every signature, whatever matched before: the time that takes reveals nothing.
  let isGenuine = false;
  for (const secret of received.secrets) {
    const expected = createHmac("sha256", secret).update(received.signed).digest();
    for (const signature of received.signatures) if (timingSafeEqual(expected, signature)) isGenuine = true;
  }
  return conclude(isGenuine, received, options);
}

/** For tests of your receiver: the body and headers with which the service would send this event. */
export function sign(
  event: object | string,
  secret: string,
  options?: SignOptions,
): { body: string; headers: Record<string, string> } {
  const { body, timestamp, signed, secrets } = toSign(event, secret, options);
  const digests = secrets.map((each) => createHmac("sha256", each).update(signed).digest("hex"));
  return { body, headers: headersOf(timestamp, digests) };
}

declare global {
  // Where the types of Express take what middleware adds to a request.
  namespace Express {
    interface Request {
      webhookEvent?: WebhookEvent;
    }
  }
}

/** What Express calls; with the parts of its types that are used. */
export type ExpressMiddleware = (
  request: {
    headers: Record<string, string | string[] | undefined>;
    body?: unknown;
    webhookEvent?: WebhookEvent;
  },
  response: {
    statusCode: number;
    setHeader(name: string, value: string): unknown;
    end(text: string): unknown;
  },
  next: (error?: unknown) => void,
) => void;

/**
 * Express middleware: verifies the request and puts the event into `request.webhookEvent`, or responds with 400 and the
 * reason. The route needs the raw body: mount express.raw({ type: "application/json" }) before it, no express.json().
 */
export function expressMiddleware({
  secrets,
  ...options
}: VerifyOptions & { secrets: Secrets }): ExpressMiddleware {
  // Throws at start if a secret is missing, not at the first event.
  secretsOf(secrets);
  return (request, response, next) => {
    try {
      request.webhookEvent = verify(
        request.body as RawBody,
        request.headers[SIGNATURE_HEADER],
        secrets,
        options,
      );
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) return next(error);
      const { code, message } = error;
      response.statusCode = 400;
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ error: { code, message } }));
      return;
    }
    next();
  };
}
