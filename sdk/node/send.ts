import type { Answer } from "./call.ts";
import { ApiError, ConnectionError, errorOf, InvalidRequestError } from "./errors.ts";
import type { Endpoint } from "./endpoint.ts";

export type RequestOptions = {
  /** The milliseconds after which an attempt is given up: 30,000 unless given. */
  timeout?: number;
  /** How often a failed attempt is repeated where that is safe: 2 unless given. */
  maxRetries?: number;
  /** Stops the call, with its reason. What was sent may have had its effect. */
  signal?: AbortSignal;
};

export type CreateOptions = RequestOptions & {
  /** Makes the call safe to repeat, also after a crash. One is made for each call without it. */
  idempotencyKey?: string;
};

export type PayOptions = RequestOptions & {
  /** Names this payment for ever. Store it before the call: a new one after a crash would pay twice. */
  idempotencyKey: string;
};

export type Settings = RequestOptions & {
  key: string;
  baseUrl: string;
  fetch?: typeof fetch;
};

export type Query = Record<string, string | number | boolean | readonly string[] | undefined>;

type Sent = {
  /** Such as payouts.create. */
  name: string;
  endpoint: Endpoint;
  path: string;
  body: unknown;
  query: Query;
  options: CreateOptions;
};

/** Statuses after which the same request may succeed. 500 is none of them: a bank may have given no clear result. */
const MAY_PASS = [408, 429, 502, 503, 504];
const LONGEST_WAIT_SECONDS = 30;
const FIRST_PAUSE_MS = 500;
/** Timers that should take longer fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Sends a request until it has its response, or trying again is useless or not safe. */
export async function send(settings: Settings, sent: Sent): Promise<Answer<unknown> & { meta?: unknown }> {
  const { timeout = 30_000, maxRetries = 2, signal } = { ...settings, ...defined(sent.options) };
  // Made once: every attempt of a call has the same.
  const key = idempotencyKeyOf(sent);
  const isRepeatable = sent.endpoint.method === "get" || key !== undefined;
  const { csv } = sent.endpoint;
  const url =
    settings.baseUrl + sent.path + queryOf({ ...sent.query, ...(csv === "asked" && { format: "csv" }) });
  const request = {
    method: sent.endpoint.method.toUpperCase(),
    headers: {
      authorization: `Bearer ${settings.key}`,
      ...(sent.body !== undefined && { "content-type": "application/json" }),
      ...(key !== undefined && { "idempotency-key": key }),
    },
    ...(sent.body !== undefined && { body: JSON.stringify(sent.body) }),
    // Another address must get neither the key nor the request.
    redirect: "manual" as const,
  };
  const limits = { timeout, signal, isRepeatable };
  for (let attempt = 0; ; attempt += 1) {
    try {
      const { response, text } = await attemptOnce(settings.fetch ?? fetch, url, request, limits);
      return read(response, text, { isRepeatable, isCsv: csv !== undefined });
    } catch (error) {
      if (!(error instanceof ApiError) || !error.retryable || attempt >= maxRetries) throw error;
      const { retryAfter = 0 } = error;
      if (retryAfter > LONGEST_WAIT_SECONDS) throw error;
      // Jitter, so that clients that failed together do not come back together.
      const pause = FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random() / 2);
      await sleep(retryAfter > 0 ? retryAfter * 1000 + pause / 2 : pause, signal);
    }
  }
}

function idempotencyKeyOf({ name, endpoint, options: { idempotencyKey } }: Sent): string | undefined {
  if (endpoint.key === undefined) return undefined;
  if (idempotencyKey === undefined && endpoint.key === "made") return crypto.randomUUID();
  // Null is an empty column of an order. As text it would be one key for all of them.
  if (idempotencyKey == null || idempotencyKey === "")
    throw new InvalidRequestError({
      code: "IDEMPOTENCY_KEY_REQUIRED",
      message: `${name} needs an idempotencyKey. Store one with your order before the call: a new one after a crash would pay twice.`,
    });
  // Headers lose blanks at their ends.
  if (typeof idempotencyKey === "string" && /^(?! )[ -~]{1,255}(?<! )$/.test(idempotencyKey))
    return idempotencyKey;
  throw new InvalidRequestError({
    code: "VALIDATION_ERROR",
    message: `The idempotencyKey of ${name} must be text of 1 to 255 printable ASCII characters, without blanks around it.`,
  });
}

type Limits = { timeout: number; signal: AbortSignal | undefined; isRepeatable: boolean };

async function attemptOnce(
  fetchOnce: typeof fetch,
  url: string,
  request: RequestInit,
  { timeout, signal, isRepeatable }: Limits,
): Promise<{ response: Response; text: string }> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const stop = () => controller.abort(signal?.reason);
  signal?.addEventListener("abort", stop);
  let isLate = false;
  const timer = setTimeout(
    () => {
      isLate = true;
      controller.abort();
    },
    Math.min(timeout, LONGEST_TIMER_MS),
  );
  try {
    const response = await fetchOnce(url, { ...request, signal: controller.signal });
    return { response, text: await response.text() };
  } catch (cause) {
    signal?.throwIfAborted();
    const [code, message] = isLate
      ? ["TIMEOUT", `There was no response within ${timeout} ms.`]
      : [
          "CONNECTION_FAILED",
          `The connection to ${new URL(url).origin} failed before its response was complete.`,
        ];
    throw new ConnectionError({ code: code!, message: message!, retryable: isRepeatable, cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}

function read(
  response: Response,
  text: string,
  { isRepeatable, isCsv }: { isRepeatable: boolean; isCsv: boolean },
): Answer<unknown> & { meta?: unknown } {
  const { status, headers } = response;
  const requestId = headers.get("x-request-id") ?? undefined;
  if (response.ok && isCsv && headers.get("content-type")?.startsWith("text/csv"))
    return { data: text, response, requestId };
  const envelope = parse(text);
  if (response.ok && envelope?.data !== undefined)
    return { data: envelope.data, meta: envelope.meta, response, requestId };
  if (response.ok)
    throw new ConnectionError({
      code: "INVALID_RESPONSE",
      message:
        "The response is not the API's: something between may have changed it. The request may have worked.",
      status,
      requestId,
      retryable: isRepeatable,
    });
  // A proxy may have errors in a form like ours.
  const error = typeof envelope?.error?.code === "string" ? envelope.error : {};
  const { code = `HTTP_${status}`, message = `The request failed with status ${status}.`, details } = error;
  const retryAfter = secondsOf(headers.get("retry-after"));
  const retryable = isRepeatable && MAY_PASS.includes(status);
  throw errorOf({ code, message, details, status, requestId, retryAfter, retryable });
}

type Envelope = {
  data?: unknown;
  meta?: unknown;
  error?: { code?: string; message?: string; details?: ApiError["details"] };
};

function parse(text: string): Envelope | undefined {
  try {
    return (JSON.parse(text) ?? undefined) as Envelope | undefined;
  } catch {
    return undefined;
  }
}

/** A Retry-After in seconds: the API sends a number, and proxies also dates. */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds));
}

/** Null is an empty column, as undefined is: as text it would be a filter. */
function queryOf(query: Query): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value != null) given.set(name, String(value));
  return given.size === 0 ? "" : `?${given.toString()}`;
}

const defined = <Options extends object>(options: Options): Options =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Options;

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
    if (signal?.aborted) stop();
  });
}
