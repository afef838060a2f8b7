import { isSession, type Session } from "./session.ts";

/** What the payer said in the form. */
export type Details = { email?: string; amount?: number };

export type Answer =
  | { kind: "session"; session: Session }
  /** `details` tells of each wrong field what would be right. */
  | { kind: "refused"; status: number; details: Record<string, string> }
  /** No answer, or none that is ours: a cut line, a proxy's error page, a server that starts again. */
  | { kind: "unreachable" };

export type SessionApi = {
  /** Starts the session of a token; the same token again finds the session that it started. */
  start(token: string, details: Details): Promise<Answer>;
  read(token: string): Promise<Answer>;
  /** Plays the payer's transfer in test mode. */
  playTransfer(token: string): Promise<Answer>;
  /** The stream of a session's changes. */
  stream(token: string, signal: AbortSignal): Promise<Response>;
};

/** Longer than the server takes to mint an account, or to give up on it. */
const LONG_MS = 30_000;
const SHORT_MS = 10_000;

/** The payer's side of the HTTP API, for one payment link. */
export function createSessionApi(slug: string): SessionApi {
  const path = `/pay/${encodeURIComponent(slug)}/session`;

  async function ask(token: string, timeoutMs: number, suffix = "", init: RequestInit = {}): Promise<Answer> {
    const headers = { ...init.headers, authorization: `Bearer ${token}` };
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), timeoutMs);
    try {
      const response = await fetch(path + suffix, { ...init, headers, signal: timeout.signal });
      return read(response.status, (await response.json()) as unknown);
    } catch {
      return { kind: "unreachable" };
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

function read(status: number, body: unknown): Answer {
  const { data, error } = (body ?? {}) as { data?: unknown; error?: { details?: Record<string, string> } };
  if (isSession(data)) return { kind: "session", session: data };
  if (error === undefined || status > 500) return { kind: "unreachable" };
  return { kind: "refused", status, details: error.details ?? {} };
}
