import { Client } from "undici";
import type { Environment } from "../../sql/ledger/money.ts";
import { checkWebhookUrl, hostOf } from "../../sql/webhooks/url.ts";
import { createGuardedConnector } from "./create-guarded-connector.ts";
import { describeFailure, describeStatus } from "./describe-failure.ts";
import { parseRetryAfter } from "./parse-retry-after.ts";
import { readCapped } from "./read-capped.ts";
import { resolveHost, type WebhookGuard } from "./resolve-host.ts";

/** For everything: name lookup, connection, request, and the whole answer. */
const TOTAL_MS = 15_000;
/** What is kept of an answer's body, in bytes. */
const BODY_LIMIT = 64 * 1024;

export type WebhookRequest = {
  url: string;
  /** Live webhooks are sent by https only. */
  environment?: Environment;
  headers: Record<string, string>;
  body: Buffer;
};

export type WebhookAnswer = {
  /** Undefined: no complete answer came. */
  status?: number | undefined;
  body?: string | undefined;
  retryAfterSeconds?: number | undefined;
  durationMs: number;
  /** Why this is no success and what to do about it, in words for the merchant. */
  error?: string | undefined;
};

export type SendWebhook = (webhook: WebhookRequest, signal: AbortSignal) => Promise<WebhookAnswer>;

/**
 * Returns the function that posts a webhook: one request, no redirect followed, no proxy, at most 15 s and 64 KB of
 * answer. The URL is checked as when it was set, then the addresses of its host, then the address connected to.
 *
 * It throws only when `signal` aborts, as the worker is stopping and nothing is known of the attempt; whatever the
 * receiver does is an answer.
 */
export function createSendWebhook(guard: WebhookGuard): SendWebhook {
  return async (webhook, signal) => {
    const startedAt = performance.now();
    const timeout = AbortSignal.timeout(TOTAL_MS);
    const answer = await attempt(webhook, guard, { stop: signal, timeout });
    return { ...answer, durationMs: performance.now() - startedAt };
  };
}

type Signals = { stop: AbortSignal; timeout: AbortSignal };

async function attempt(
  { url: text, environment, headers, body }: WebhookRequest,
  guard: WebhookGuard,
  { stop, timeout }: Signals,
): Promise<Omit<WebhookAnswer, "durationMs">> {
  const checked = checkWebhookUrl(text, { ...guard, environment });
  if (!checked.ok) return { error: `the URL ${checked.problem}` };
  const url = new URL(checked.url);
  const signal = AbortSignal.any([stop, timeout]);
  let client: Client | undefined;
  let status: number | undefined;
  try {
    const addresses = await resolveHost(hostOf(url), guard, signal);
    // A client of its own for each attempt: no connection is ever shared with another host or another attempt.
    client = new Client(url.origin, {
      connect: createGuardedConnector(addresses, guard.allowCidrs, signal),
      pipelining: 0,
      headersTimeout: TOTAL_MS,
      bodyTimeout: TOTAL_MS,
    });
    const path = `${url.pathname}${url.search}`;
    const answer = await client.request({ path, method: "POST", headers, body, signal });
    status = answer.statusCode;
    const retryAfterSeconds = parseRetryAfter(answer.headers["retry-after"]);
    const text = await readCapped(answer.body, BODY_LIMIT);
    return { status, body: text, retryAfterSeconds, error: describeStatus(status) };
  } catch (error) {
    stop.throwIfAborted();
    return { error: describeFailure(error, timeout.aborted, status) };
  } finally {
    await client?.destroy();
  }
}
