import { Agent, request, type Dispatcher } from "undici";

/** A request, as a merchant's server, a page or a provider sends it. */
export type Sent = {
  /** POST where there is a body, GET otherwise. */
  method?: "GET" | "POST" | "PUT";
  /** Secret key for the Authorization header. */
  key?: string | undefined;
  /** The address that the trusted proxy in front of the service saw. */
  address?: string;
  idempotencyKey?: string;
  headers?: Record<string, string>;
  /** Sent as JSON, or as it is where it is text or bytes. */
  body?: unknown;
};

type Options = {
  signal?: AbortSignal;
  /** How long to wait for the response, and for each piece of its body; 0: for ever. */
  patienceMs?: number;
  /** The connections to use: those of this process, as many as there are requests at once, unless given. */
  dispatcher?: Dispatcher;
};

/** Longer than anything that a caller waits for. */
const PATIENCE_MS = 30_000;
const everybody = new Agent();

/** Connections of one's own, which are kept: so many to each server. */
export function openConnections(connections: number): Agent {
  return new Agent({ connections, pipelining: 1 });
}

/**
 * Sends a request over a connection that is kept. Rejects where there is no response in time. Laboratories send
 * thousands, on the processors that the platform needs: this takes the least of them.
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

/** Sends a request; undefined where there was no response, or one that broke off. */
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
