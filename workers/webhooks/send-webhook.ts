import { Counter, Histogram } from "prom-client";
import { Client } from "undici";
import type { Environment } from "../../sql/ledger/money.ts";
import { durationBuckets, registry } from "../../sql/metrics/registry.ts";
import { checkWebhookUrl, hostOf, rulesOf } from "../../sql/webhooks/url.ts";
import { startDeadline } from "../start-deadline.ts";
import { createGuardedConnector } from "./create-guarded-connector.ts";
import { describeFailure, describeStatus } from "./describe-failure.ts";
import { parseRetryAfter } from "../parse-retry-after.ts";
import { readCapped } from "./read-capped.ts";
import { resolveHost, type WebhookGuard } from "./resolve-host.ts";

const attempts = new Counter({
  name: "payments_webhook_attempts_total",
  help: "Attempts to deliver a webhook: delivered, the class of another status, or no_response.",
  labelNames: ["environment", "outcome"],
  registers: [registry],
});
const duration = new Histogram({
  name: "payments_webhook_attempt_duration_seconds",
  help: "From the lookup of the receiver's name to the end of its response, or to giving up.",
  labelNames: ["environment"],
  buckets: [...durationBuckets, 15],
  registers: [registry],
});

/** For everything: name lookup, connection, request, and the whole response. */
const TOTAL_MS = 15_000;
/** How much of a response's body is kept, in bytes. */
const BODY_LIMIT = 4 * 1024;

export type WebhookRequest = {
  url: string;
  /** Live webhooks are sent by https only, and not to the networks that are open to test webhooks. */
  environment?: Environment;
  headers: Record<string, string>;
  body: Buffer;
};

export type WebhookResponse = {
  /** Undefined: no complete response came. */
  status?: number | undefined;
  body?: string | undefined;
  retryAfterSeconds?: number | undefined;
  durationMs: number;
  /** Why this is no success and what to do about it, in words for the merchant. */
  error?: string | undefined;
};

export type SendWebhook = (webhook: WebhookRequest, signal: AbortSignal) => Promise<WebhookResponse>;

/**
 * Returns the function that posts a webhook: one request, no redirect followed, no proxy, at most 15 s and 4 KB of
 * response. The URL is checked as when it was set, then the addresses of its host, then the address connected to.
 *
 * It throws only when `signal` aborts: the worker is stopping, and nothing is known of the attempt. Everything that
 * goes wrong on the receiver's side is a response with an `error`.
 */
export function createSendWebhook(guard: WebhookGuard): SendWebhook {
  return async (webhook, signal) => {
    const startedAt = performance.now();
    const response = await attempt(webhook, guard, signal);
    const durationMs = performance.now() - startedAt;
    const environment = webhook.environment ?? "live";
    attempts.inc({ environment, outcome: outcomeOf(response) });
    duration.observe({ environment }, durationMs / 1000);
    return { ...response, durationMs };
  };
}

async function attempt(
  webhook: WebhookRequest,
  general: WebhookGuard,
  stop: AbortSignal,
): Promise<Omit<WebhookResponse, "durationMs">> {
  const { environment, headers, body } = webhook;
  const guard = rulesOf(environment, general);
  const checked = checkWebhookUrl(webhook.url, guard);
  if (!checked.ok) return { error: `the URL ${checked.problem}` };
  const url = new URL(checked.url);
  using deadline = startDeadline(TOTAL_MS, stop);
  const { signal } = deadline;
  let client: Client | undefined;
  let status: number | undefined;
  try {
    const addresses = await resolveHost(hostOf(url), guard, signal);
    // A new client for each attempt: no connection is ever shared with another host or another attempt.
    client = new Client(url.origin, {
      connect: createGuardedConnector(addresses, guard.allowCidrs, signal),
      pipelining: 0,
      headersTimeout: TOTAL_MS,
      bodyTimeout: TOTAL_MS,
    });
    const path = `${url.pathname}${url.search}`;
    const response = await client.request({ path, method: "POST", headers, body, signal });
    status = response.statusCode;
    const retryAfterSeconds = parseRetryAfter(response.headers["retry-after"]);
    const text = await readCapped(response.body, BODY_LIMIT);
    return { status, body: text, retryAfterSeconds, error: describeStatus(status) };
  } catch (error) {
    stop.throwIfAborted();
    return { error: describeFailure(error, signal.aborted, status) };
  } finally {
    await client?.destroy();
  }
}

/** Delivered, the class of another status, or no_response: words for metrics and traces. */
export function outcomeOf({ status, error }: Omit<WebhookResponse, "durationMs">): string {
  if (error === undefined) return "delivered";
  if (status === undefined) return "no_response";
  return status >= 300 && status <= 599 ? `${Math.floor(status / 100)}xx` : "other_status";
}
