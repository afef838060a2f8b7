/** Which mistake was made. */
export type WebhookVerificationCode =
  /** An object came in place of the body's bytes, or nothing. */
  | "PARSED_BODY"
  /** There is no signature. */
  | "MISSING_HEADER"
  /** The signature's header is not of our form. */
  | "MALFORMED_HEADER"
  /** The signature was made with another secret, or over other bytes. */
  | "WRONG_SECRET"
  /** It was signed longer ago than is tolerated. */
  | "TIMESTAMP_TOO_OLD"
  /** It was signed in the future, by this machine's clock. */
  | "TIMESTAMP_IN_FUTURE"
  /** The body is signed and no JSON. */
  | "NOT_JSON";

/** A webhook that is not to be believed: respond with 400. */
export class WebhookVerificationError extends Error {
  name: "WebhookVerificationError";
  readonly code: WebhookVerificationCode;
  constructor(code: WebhookVerificationCode, message: string);
}

export type WebhookEventType =
  | "collection.success"
  | "collection.underpaid"
  | "collection.expired"
  | "collection.unmatched"
  | "credit.unmatched"
  | "credit.accepted"
  | "credit.returned"
  | "payout.awaiting_approval"
  | "payout.canceled"
  | "payout.succeeded"
  | "payout.failed"
  | "payout.reversed"
  | "refund.succeeded"
  | "refund.failed"
  | "refund.reversed"
  | "refund.awaiting_approval"
  | "refund.needs_destination"
  | "refund.canceled"
  | "kyc.succeeded"
  | "kyc.failed"
  | "webhook.test";

/** What happened. It can arrive twice: handle its `id` once. */
export type WebhookEvent = {
  id: string;
  reference: string;
  /** Kinds may be added. */
  type: WebhookEventType | (string & {});
  environment: "test" | "live";
  createdAt: string;
  /** The resource as GET showed it at that moment. Compare amounts with your own order. */
  // oxlint-disable-next-line typescript/no-explicit-any -- receivers look into it freely
  data: Record<string, any>;
};

export type VerifyOptions = {
  /** How far the signature's time may be from now, in seconds: 300 unless given. */
  toleranceSeconds?: number;
  /** Unix time in seconds: this machine's clock unless given. */
  now?: number;
};

/**
 * Returns the event in a webhook request, if its signature shows that a holder of one of the secrets sent it at most
 * 300 seconds ago, and that nobody has changed it since.
 *
 * @param rawBody The body as it arrived, before anything parsed it.
 * @param header The value of the header x-service-signature.
 * @param secrets The endpoint's signing secret, `whsec_…`; several while you replace one.
 * @throws {WebhookVerificationError} and nothing else.
 */
export function verifyWebhook(
  rawBody: Uint8Array | ArrayBuffer | string,
  header: string | readonly string[] | null | undefined,
  secrets: string | readonly string[],
  options?: VerifyOptions,
): WebhookEvent;

export type MiddlewareOptions = VerifyOptions & { secrets: string | readonly string[] };

/** What Express calls; with the parts of its types that are used. */
export type WebhookMiddleware = (
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
 * Express middleware: verifies the request and puts the event into `request.webhookEvent`, or responds with 400 and
 * says why.
 * The route needs the raw body: mount express.raw({ type: "application/json" }) before it, and no express.json().
 */
export function webhookMiddleware(options: MiddlewareOptions): WebhookMiddleware;
