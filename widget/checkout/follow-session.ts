import { createPause } from "./pause.ts";
import { readEvents } from "./read-events.ts";
import { isFinal, isSession, type Session } from "./session.ts";
import { readRetryAfter, type SessionApi } from "./session-api.ts";

/** How often the server is asked while there is no stream. */
const POLL_MS = 4_000;
/** The stream gives a sign of life every 10 to 15 seconds. */
const SILENCE_MS = 35_000;
/** Where one restart has cut off many, they come back spread over this time; the more in vain, the later. */
const RECONNECT_MS = 5_000;
const LONGEST_BACKOFF_MS = 30_000;

type Listeners = {
  /** How things stand; the last time with a final status. */
  onSession: (session: Session) => void;
  /** The server has never known such a session. */
  onUnknown: () => void;
  /** Whether the server has answered, each time that it was asked. */
  onConnection: (isUp: boolean) => void;
};

export type Following = {
  /** Takes an answer that came another way. */
  take(session: Session): void;
  /** Asks at once. */
  recheck(): void;
  /**
   * Asks as well, but leaves a server alone that does not answer. After a sleep the stream is begun anew: its connection
   * may be dead without a word.
   */
  recheckInDoubt(doubt: { afterSleep: boolean }): void;
  stop(): void;
};

/**
 * Tells how a session stands until that is final: by a stream of events, and by asking every few seconds while there is
 * none. Answers that were overtaken on their way are left out.
 */
export function followSession(api: SessionApi, token: string, listeners: Listeners): Following {
  const pollPause = createPause();
  const streamPause = createPause();
  let connection = new AbortController();
  let isStreaming = false;
  let isStopped = false;
  let isAskedFor = false;
  let newest = "";
  /** How often in a row the server was asked in vain. */
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
        // Cut off, refused or silent: begun anew, and asked for meanwhile.
      }
      watchdog.stop();
      isStreaming = false;
      if (!isStopped) await streamPause.wait(retryAfterMs + backoff(RECONNECT_MS, failures));
    }
  }

  async function keepAsking(): Promise<void> {
    while (!isStopped) {
      if (!isAskedFor) await pollPause.wait(pollMs);
      if (isStopped || (isStreaming && !isAskedFor)) continue;
      isAskedFor = false;
      const answer = await api.read(token);
      if (isStopped) return;
      if (answer.kind === "session") {
        take(answer.session);
        continue;
      }
      pollMs = answer.retryAfterMs + backoff(POLL_MS, ++misses);
      // It asks for patience, so it is there.
      if (answer.kind === "refused" && answer.status === 429) listeners.onConnection(true);
      else if (answer.kind === "refused" && answer.status === 404 && newest === "") {
        stop();
        listeners.onUnknown();
      } else {
        // A stream that looks alive may be a dead connection: if it is not, the next one says so at once.
        connection.abort();
        listeners.onConnection(false);
      }
    }
  }

  function recheck(): void {
    if (isStopped) return;
    isAskedFor = true;
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
  void keepAsking();
  return { take, recheck, recheckInDoubt, stop };
}

/** Aborts a connection that has gone silent. */
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

/** Any time up to `firstMs`, twice that, four times …, so that those whom one restart cut off do not all come back at once. */
function backoff(firstMs: number, failures: number): number {
  return Math.random() * Math.min(LONGEST_BACKOFF_MS, firstMs * 2 ** failures);
}
