import { Agent, request } from "undici";
import { checkWebhookUrl } from "../../sql/columns/webhook-url.ts";
import { AddressRefused, guardedLookup } from "./guarded-lookup.ts";
import { parseRetryAfter } from "./parse-retry-after.ts";
import { readCapped } from "./read-capped.ts";

/** For everything: name lookup, connection, request, and the whole answer. */
const TOTAL_MS = 15_000;
/** What is kept of an answer's body, in bytes. */
const BODY_LIMIT = 64 * 1024;

const errors = {
  timeout: "no complete answer within 15 seconds",
  connection: "the connection failed",
  address: "the address is not one that webhooks are sent to",
} as const;

export type WebhookRequest = { url: string; headers: Record<string, string>; body: Buffer };

export type WebhookAnswer = {
  /** Undefined: no complete answer came. */
  status?: number | undefined;
  body?: string | undefined;
  retryAfterSeconds?: number | undefined;
  durationMs: number;
  /** Why there is no complete answer, in words for the merchant. */
  error?: string;
};

export type SendWebhook = (webhook: WebhookRequest, signal: AbortSignal) => Promise<WebhookAnswer>;

/**
 * Returns the function that posts a webhook: one request, no redirect followed, at most 15 s and 64 KB of answer.
 * Addresses that are not public are refused unless one of `allowCidrs` holds them.
 *
 * It throws only when `signal` aborts, as the worker is stopping and nothing is known of the attempt; whatever the
 * receiver does is an answer.
 */
export function createSendWebhook(allowCidrs: readonly string[]): SendWebhook {
  // A connection of its own for each attempt: what the lookup vetted is what is connected to, and no attempt fails
  // because a kept connection had been closed.
  const connect = { lookup: guardedLookup(allowCidrs), timeout: TOTAL_MS };
  const dispatcher = new Agent({ pipelining: 0, allowH2: false, connect });
  const limits = { headersTimeout: TOTAL_MS, bodyTimeout: TOTAL_MS };

  return async ({ url, headers, body }, signal) => {
    const startedAt = performance.now();
    const timeout = AbortSignal.timeout(TOTAL_MS);
    let status: number | undefined;
    try {
      if (!checkWebhookUrl(url, allowCidrs).ok)
        throw new AddressRefused("a literal address that is not public");
      const answer = await request(url, {
        dispatcher,
        method: "POST",
        headers,
        body,
        ...limits,
        signal: AbortSignal.any([signal, timeout]),
      });
      status = answer.statusCode;
      const retryAfterSeconds = parseRetryAfter(answer.headers["retry-after"]);
      const text = await readCapped(answer.body, BODY_LIMIT);
      return { status, body: text, retryAfterSeconds, durationMs: performance.now() - startedAt };
    } catch (error) {
      signal.throwIfAborted();
      return { durationMs: performance.now() - startedAt, error: describe(error, timeout, status) };
    }
  };
}

function describe(error: unknown, timeout: AbortSignal, status: number | undefined): string {
  if (error instanceof AddressRefused) return errors.address;
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  const timedOut = timeout.aborted || (typeof code === "string" && /^UND_ERR_.*_TIMEOUT$/.test(code));
  const reason = timedOut ? errors.timeout : errors.connection;
  return status === undefined ? reason : `${reason} while an answer with status ${status} was being read`;
}
