import { Agent, request, type Dispatcher } from "undici";

/** A request from a merchant's server, a page or a provider. */
export type Sent = {
  /** By default POST with a body, GET without. */
  method?: "GET" | "POST" | "PUT";
  /** Secret key for the Authorization header. */
  key?: string | undefined;
  /** The caller's address, as from the trusted proxy in front of the service. */
  address?: string;
  idempotencyKey?: string;
  headers?: Record<string, string>;
  /** Sent as JSON; text and bytes are sent unchanged. */
  body?: unknown;
};

type Options = {
  signal?: AbortSignal;
  /** How long to wait for the response, and for each part of its body; 0: forever. */
  patienceMs?: number;
  /** The connections to use; by default this process's, as many as there are concurrent requests. */
  dispatcher?: Dispatcher;
};

/** Longer than any caller waits. */
const PATIENCE_MS = 30_000;
const everybody = new Agent();

/** Separate keep-alive connections, this many per server. */
export function openConnections(connections: number): Agent {
  return new Agent({ connections, pipelining: 1 });
}

/**
 * Sends a request over a keep-alive connection. Rejects without a response in time. Laboratories send thousands on the
 * processors that the platform needs: this client takes the least of them.
 */
export function send(
  url: string,
  { method, key, address, idempotencyKey, headers = {}, body }: Sent = {},
  { signal, patienceMs = PATIENCE_MS, dispatcher = everybody }: Options = {},
): Promise<Dispatcher.ResponseData> {
  const isRaw = typeof body === "string" || Buffer.isBuffer(body);
  return request(url, {
    dispatcher,
    headersTimeout: patienceMs,
    bodyTimeout: patienceMs,
    ...(signal !== undefined && { signal }),
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(address !== undefined && { "x-forwarded-for": address }),
      ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
      ...(body !== undefined && !isRaw && { "content-type": "application/json" }),
      ...headers,
    },
    body: body === undefined ? null : isRaw ? body : JSON.stringify(body),
  });
}

export type Reply = { status: number; text: string; retryAfterMs: number };

/** Sends a request; undefined without a complete response. */
export async function tryToSend(url: string, sent: Sent, options?: Options): Promise<Reply | undefined> {
  try {
    const { statusCode: status, headers, body } = await send(url, sent, options);
    return {
      status,
      text: await body.text(),
      retryAfterMs: Number(headers["retry-after"] ?? 0) * 1_000,
    };
  } catch {
    return undefined;
  }
}
