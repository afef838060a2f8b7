import {
  conclude,
  encode,
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

/**
 * The event of a webhook request, if its signature shows that a holder of one of the secrets sent it at most 300
 * seconds ago, and that nobody has changed it since. Rejects with WebhookVerificationError, and nothing else.
 */
export async function verify(
  rawBody: RawBody,
  header: SignatureHeader,
  secrets: Secrets,
  options?: VerifyOptions,
): Promise<WebhookEvent> {
  const received = receive(rawBody, header, secrets);
  // Every secret is compared with every signature, whatever matched before: the time that takes reveals nothing.
  let isGenuine = false;
  for (const secret of received.secrets) {
    const key = await keyOf(secret, "verify");
    for (const signature of received.signatures)
      if (await crypto.subtle.verify("HMAC", key, signature, received.signed)) isGenuine = true;
  }
  return conclude(isGenuine, received, options);
}

/** For tests of your receiver: the body and headers with which the service would send this event. */
export async function sign(
  event: object | string,
  secret: string,
  options?: SignOptions,
): Promise<{ body: string; headers: Record<string, string> }> {
  const { body, timestamp, signed, secrets } = toSign(event, secret, options);
  const digests = await Promise.all(
    secrets.map(async (each) => crypto.subtle.sign("HMAC", await keyOf(each, "sign"), signed)),
  );
  return { body, headers: headersOf(timestamp, digests.map(toHex)) };
}

/**
 * A handler for servers that speak fetch, such as those of Next.js and Hono: responds 204 once `handle` is done, and
 * 400 with the reason to a request that must not be believed.
 */
export function fetchHandler(
  { secrets, ...options }: VerifyOptions & { secrets: Secrets },
  handle: (event: WebhookEvent, request: Request) => unknown,
): (request: Request) => Promise<Response> {
  // Throws at start if a secret is missing, not at the first event.
  secretsOf(secrets);
  return async (request) => {
    let event: WebhookEvent;
    try {
      // A body that was read before is not there any more.
      const body = request.bodyUsed ? ({} as never) : await request.arrayBuffer();
      event = await verify(body, request.headers.get(SIGNATURE_HEADER), secrets, options);
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      return Response.json({ error: { code: error.code, message: error.message } }, { status: 400 });
    }
    await handle(event, request);
    return new Response(null, { status: 204 });
  };
}

const keyOf = (secret: string, use: "sign" | "verify") =>
  crypto.subtle.importKey("raw", encode(secret), { name: "HMAC", hash: "SHA-256" }, false, [use]);

const toHex = (digest: ArrayBuffer) =>
  Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
