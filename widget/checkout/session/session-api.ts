import { isSession, type Session } from "./session.ts";

/** What the payer entered in the form; the amount in kobo. */
export type Details = { email?: string; amount?: number };

/** The result of a request. */
export type Result =
  | { kind: "session"; session: Session }
  /** `details`: for each wrong field, what it must be. */
  | { kind: "refused"; status: number; details: Record<string, string>; retryAfterMs: number }
  /** No response, or none of ours: a broken connection, a proxy's error page, a server that restarts. */
  | { kind: "unreachable"; retryAfterMs: number };

export type SessionApi = {
  /** Starts the session of a token; the same token again returns the same session. */
  start(token: string, details: Details): Promise<Result>;
  read(token: string): Promise<Result>;
  /** Simulates the payer's transfer on a test link. */
  playTransfer(token: string): Promise<Result>;
  /** The stream of a session's changes. */
  stream(token: string, signal: AbortSignal): Promise<Response>;
};

/** Provisioning an account takes a while. */
const LONG_MS = 15_000;
const SHORT_MS = 10_000;
/** Payers never wait longer than this, whatever Retry-After says. */
const LONGEST_RETRY_AFTER_MS = 120_000;

/** The payer's part of the HTTP API, for one payment link. */
export function createSessionApi(slug: string): SessionApi {
  const path = `/pay/${encodeURIComponent(slug)}/session`;

  async function call(
    token: string,
    timeoutMs: number,
    suffix = "",
    init: RequestInit = {},
  ): Promise<Result> {
    const headers = { ...init.headers, authorization: `Bearer ${token}` };
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), timeoutMs);
    let retryAfterMs = 0;
    try {
      const response = await fetch(path + suffix, { ...init, headers, signal: timeout.signal });
      retryAfterMs = readRetryAfter(response);
      return readResult(response.status, (await response.json()) as unknown, retryAfterMs);
    } catch {
      return { kind: "unreachable", retryAfterMs };
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    start: (token, details) =>
      call(token, LONG_MS, "", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(details),
      }),
    read: (token) => call(token, SHORT_MS),
    playTransfer: (token) => call(token, LONG_MS, "/transfer", { method: "POST" }),
    stream: (token, signal) =>
      fetch(`${path}/events`, {
        headers: { accept: "text/event-stream", authorization: `Bearer ${token}` },
        signal,
      }),
  };
}

/** The server's Retry-After in milliseconds; 0 without one. */
export function readRetryAfter({ headers }: Response): number {
  const seconds = Number(headers.get("retry-after")) || 0;
  return Math.min(LONGEST_RETRY_AFTER_MS, seconds * 1_000);
}

function readResult(status: number, body: unknown, retryAfterMs: number): Result {
  const { data, error } = (body ?? {}) as { data?: unknown; error?: { details?: Record<string, string> } };
  if (isSession(data)) return { kind: "session", session: data };
  if (error === undefined || status > 500) return { kind: "unreachable", retryAfterMs };
  return { kind: "refused", status, details: error.details ?? {}, retryAfterMs };
}
