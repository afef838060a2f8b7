import { isSession, type Session } from "./session.ts";

/** What the payer said in the form. */
export type Details = { email?: string; amount?: number };

export type Answer =
  | { kind: "session"; session: Session }
  /** `details` tells of each wrong field what would be right. */
  | { kind: "refused"; status: number; details: Record<string, string>; retryAfterMs: number }
  /** No answer, or none that is ours: a cut line, a proxy's error page, a server that starts again. */
  | { kind: "unreachable"; retryAfterMs: number };

export type SessionApi = {
  /** Starts the session of a token; the same token again finds the session that it started. */
  start(token: string, details: Details): Promise<Answer>;
  read(token: string): Promise<Answer>;
  /** Plays the payer's transfer in test mode. */
  playTransfer(token: string): Promise<Answer>;
  /** The stream of a session's changes. */
  stream(token: string, signal: AbortSignal): Promise<Response>;
};

/** Provisioning an account takes a while. */
const LONG_MS = 15_000;
const SHORT_MS = 10_000;
/** Nobody is kept waiting for longer, whatever Retry-After says. */
const LONGEST_RETRY_AFTER_MS = 120_000;

/** The payer's side of the HTTP API, for one payment link. */
export function createSessionApi(slug: string): SessionApi {
  const path = `/pay/${encodeURIComponent(slug)}/session`;

  async function ask(token: string, timeoutMs: number, suffix = "", init: RequestInit = {}): Promise<Answer> {
    const headers = { ...init.headers, authorization: `Bearer ${token}` };
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), timeoutMs);
    let retryAfterMs = 0;
    try {
      const response = await fetch(path + suffix, { ...init, headers, signal: timeout.signal });
      retryAfterMs = readRetryAfter(response);
      return read(response.status, (await response.json()) as unknown, retryAfterMs);
    } catch {
      return { kind: "unreachable", retryAfterMs };
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    start: (token, details) =>
      ask(token, LONG_MS, "", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(details),
      }),
    read: (token) => ask(token, SHORT_MS),
    playTransfer: (token) => ask(token, LONG_MS, "/transfer", { method: "POST" }),
    stream: (token, signal) =>
      fetch(`${path}/events`, {
        headers: { accept: "text/event-stream", authorization: `Bearer ${token}` },
        signal,
      }),
  };
}

/** How long the server asks to be left alone, in milliseconds; 0 where it does not say. */
export function readRetryAfter({ headers }: Response): number {
  const seconds = Number(headers.get("retry-after")) || 0;
  return Math.min(LONGEST_RETRY_AFTER_MS, seconds * 1_000);
}

function read(status: number, body: unknown, retryAfterMs: number): Answer {
  const { data, error } = (body ?? {}) as { data?: unknown; error?: { details?: Record<string, string> } };
  if (isSession(data)) return { kind: "session", session: data };
  if (error === undefined || status > 500) return { kind: "unreachable", retryAfterMs };
  return { kind: "refused", status, details: error.details ?? {}, retryAfterMs };
}
