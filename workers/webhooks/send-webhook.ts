import { Counter, Histogram } from "prom-client";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { durationBuckets, registry } from "../../sql/process/metrics/registry.ts";
import type { Attempt } from "../../sql/webhooks/deliveries/deliveries.ts";
import { checkWebhookUrl, hostOf, rulesOf } from "../../sql/webhooks/endpoints/url.ts";
import { startDeadline } from "../start-deadline.ts";
import { createGuardedConnector } from "./create-guarded-connector.ts";
import { describeFailure, describeStatus } from "./describe-failure.ts";
import { hasClosed, KeptConnections, openConnection, type ReceiverConnection } from "./kept-connections.ts";
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
/** How much of a response's body is kept, in bytes. The rest is not read. */
const BODY_LIMIT = 16 * 1024;

export type WebhookRequest = Tenant & { url: string; headers: Record<string, string>; body: Buffer };

/** Without a status no complete response came. */
export type WebhookResponse = Omit<Attempt, "url" | "requestHeaders">;

export type SendWebhook = (webhook: WebhookRequest, signal: AbortSignal) => Promise<WebhookResponse>;

/**
 * Returns the function that posts a webhook: no redirects, no proxy, at most 15 s and 16 KB of response. The URL is
 * checked as when it was set; at connection time so are the host's addresses, and then the address connected to.
 *
 * A connection is kept for some seconds for the merchant's next webhooks to the same origin. If a reused one ends
 * before it responds, since a receiver may close it at any time, the request is sent once more, on a new one. Receivers
 * have to expect duplicate events anyway.
 *
 * It throws only when `signal` aborts: the worker is stopping, and the attempt's result is unknown. Everything that
 * goes wrong on the receiver's side is a response with an `error`.
 */
export function createSendWebhook(guard: WebhookGuard): SendWebhook {
  const connections = new KeptConnections();
  return async (webhook, signal) => {
    const startedAt = performance.now();
    const response = await attempt(webhook, guard, connections, signal);
    const durationMs = Math.round(performance.now() - startedAt);
    const { environment } = webhook;
    attempts.inc({ environment, outcome: outcomeOf(response) });
    duration.observe({ environment }, durationMs / 1000);
    return { ...response, durationMs };
  };
}

async function attempt(
  webhook: WebhookRequest,
  general: WebhookGuard,
  connections: KeptConnections,
  stop: AbortSignal,
): Promise<Omit<WebhookResponse, "durationMs">> {
  const { environment, merchantId, headers, body } = webhook;
  const guard = rulesOf(environment, general);
  const checked = checkWebhookUrl(webhook.url, guard);
  if (!checked.ok) return { error: `the URL ${checked.problem}` };
  const url = new URL(checked.url);
  const key = `${merchantId} ${environment} ${url.origin}`;
  using deadline = startDeadline(TOTAL_MS, stop);
  const { signal } = deadline;
  const kept = connections.take(key);
  let connection = kept;
  let status: number | undefined;

  const connect = async (): Promise<ReceiverConnection> => {
    const addresses = await resolveHost(hostOf(url), guard, signal, url.port);
    return openConnection(url.origin, createGuardedConnector(addresses, guard.allowCidrs, signal));
  };
  const post = async ({ client }: ReceiverConnection) => {
    const path = `${url.pathname}${url.search}`;
    // Without reset the connection is kept.
    const response = await client.request({ path, method: "POST", headers, body, signal, reset: false });
    status = response.statusCode;
    return { ...response, ...(await readCapped(response.body, BODY_LIMIT)) };
  };
  try {
    connection ??= await connect();
    const response = await post(connection).catch(async (error: unknown) => {
      if (kept === undefined || status !== undefined || signal.aborted || !hasClosed(error)) throw error;
      connection = await connect();
      return post(connection);
    });
    const retryAfterSeconds = parseRetryAfter(response.headers["retry-after"]);
    connections.keep(key, connection);
    connection = undefined;
    const { text, isCut } = response;
    return { status, body: text, isCut, retryAfterSeconds, error: describeStatus(status!) };
  } catch (error) {
    stop.throwIfAborted();
    return { error: describeFailure(error, signal.aborted, status) };
  } finally {
    await connection?.client.destroy();
  }
}

/** Delivered, another status's class, or no_response: for metrics and traces. */
export function outcomeOf({ status, error }: Omit<WebhookResponse, "durationMs">): string {
  if (error === undefined) return "delivered";
  if (status === undefined) return "no_response";
  return status >= 300 && status <= 599 ? `${Math.floor(status / 100)}xx` : "other_status";
}
