import { createPause } from "./pause.ts";
import { readEvents } from "./read-events.ts";
import { isFinal, isSession, type Session } from "./session.ts";
import { readRetryAfter, type SessionApi } from "./session-api.ts";

/** The interval of polls while there is no stream. */
const POLL_MS = 4_000;
/** The server writes to the stream every 10 to 15 seconds. */
const SILENCE_MS = 35_000;
/** After a restart of the server its payers reconnect spread over this time, and later after each failure. */
const RECONNECT_MS = 5_000;
const LONGEST_BACKOFF_MS = 30_000;

export type FollowListeners = {
  /** Called with each state of the session; the last has a final status. */
  onSession: (session: Session) => void;
  /** The server knows no such session. */
  onUnknown: () => void;
  /** Called after each request: whether the server responded. */
  onConnection: (isUp: boolean) => void;
};

export type Following = {
  /** Takes a session that came with another response. */
  take(session: Session): void;
  /** Polls at once. */
  recheck(): void;
  /**
   * Polls too, unless the server is not responding: then the retries go on. After a sleep the stream is opened again,
   * because its connection may be dead without an error.
   */
  recheckInDoubt(reason: { afterSleep: boolean }): void;
  stop(): void;
};

/**
 * Reports a session's state until it is final: from a stream of events, and by polling while there is no stream. Drops
 * responses that are older than the last one.
 */
export function followSession(api: SessionApi, token: string, listeners: FollowListeners): Following {
  const pollPause = createPause();
  const streamPause = createPause();
  let connection = new AbortController();
  let isStreaming = false;
  let isStopped = false;
  let isDue = false;
  let newest = "";
  /** Requests in a row without a response. */
  let misses = 0;
  let pollMs = POLL_MS;

  function take(session: Session): void {
    if (isStopped || session.now < newest) return;
    newest = session.now;
    misses = 0;
    pollMs = POLL_MS;
    listeners.onConnection(true);
    if (isFinal(session)) stop();
    listeners.onSession(session);
  }

  async function keepStreaming(): Promise<void> {
    for (let failures = 0; !isStopped; failures++) {
      connection = new AbortController();
      const watchdog = abortInSilence(connection);
      let retryAfterMs = 0;
      try {
        const response = await api.stream(token, connection.signal);
        retryAfterMs = readRetryAfter(response);
        await readEvents(
          response,
          (data) => {
            const session: unknown = JSON.parse(data);
            if (!isSession(session)) return;
            failures = 0;
            isStreaming = true;
            take(session);
          },
          watchdog.reset,
        );
      } catch {
        // Broken, refused or silent: it is reopened, and polling goes on meanwhile.
      }
      watchdog.stop();
      isStreaming = false;
      if (!isStopped) await streamPause.wait(retryAfterMs + backoff(RECONNECT_MS, failures));
    }
  }

  async function keepPolling(): Promise<void> {
    while (!isStopped) {
      if (!isDue) await pollPause.wait(pollMs);
      if (isStopped || (isStreaming && !isDue)) continue;
      isDue = false;
      const result = await api.read(token);
      if (isStopped) return;
      if (result.kind === "session") {
        take(result.session);
        continue;
      }
      pollMs = result.retryAfterMs + backoff(POLL_MS, ++misses);
      // A 429 shows that the service can be reached.
      if (result.kind === "refused" && result.status === 429) listeners.onConnection(true);
      else if (result.kind === "refused" && result.status === 404 && newest === "") {
        stop();
        listeners.onUnknown();
      } else {
        // A stream that looks alive may be a dead connection. If it was alive, reopening it shows that at once.
        connection.abort();
        listeners.onConnection(false);
      }
    }
  }

  function recheck(): void {
    if (isStopped) return;
    isDue = true;
    pollPause.wake();
    if (!isStreaming) streamPause.wake();
  }

  function recheckInDoubt({ afterSleep }: { afterSleep: boolean }): void {
    if (afterSleep) connection.abort();
    if (afterSleep || misses === 0) recheck();
  }

  function stop(): void {
    isStopped = true;
    connection.abort();
    pollPause.wake();
    streamPause.wake();
  }

  void keepStreaming();
  void keepPolling();
  return { take, recheck, recheckInDoubt, stop };
}

/** Aborts a connection on which nothing arrives. */
function abortInSilence(connection: AbortController): { reset: () => void; stop: () => void } {
  const abort = () => connection.abort();
  let timer = setTimeout(abort, SILENCE_MS);
  return {
    reset: () => {
      clearTimeout(timer);
      timer = setTimeout(abort, SILENCE_MS);
    },
    stop: () => clearTimeout(timer),
  };
}

/**
 * A random time up to `firstMs`, then twice that, four times …: after a restart, payers don't all reconnect at once.
 */
function backoff(firstMs: number, failures: number): number {
  return Math.random() * Math.min(LONGEST_BACKOFF_MS, firstMs * 2 ** failures);
}
