import { createPause } from "./pause.ts";
import { readEvents } from "./read-events.ts";
import { isFinal, isSession, type Session } from "./session.ts";
import type { SessionApi } from "./session-api.ts";

/** How often the server is asked while there is no stream. */
const POLL_MS = 4_000;
/** The stream gives a sign of life every 10 to 15 seconds. */
const SILENCE_MS = 35_000;
const LONGEST_BACKOFF_MS = 15_000;

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
  /** Asks at once. After a sleep the stream is begun anew as well: its connection may be dead without a word. */
  recheck(options?: { afterSleep: boolean }): void;
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

  function take(session: Session): void {
    if (isStopped || session.now < newest) return;
    newest = session.now;
    listeners.onConnection(true);
    if (isFinal(session)) stop();
    listeners.onSession(session);
  }

  async function keepStreaming(): Promise<void> {
    for (let failures = 0; !isStopped; failures++) {
      connection = new AbortController();
      const watchdog = watch(connection);
      try {
        await readEvents(
          await api.stream(token, connection.signal),
          (data) => {
            const session: unknown = JSON.parse(data);
            if (!isSession(session)) return;
            failures = 0;
            isStreaming = true;
            take(session);
          },
          watchdog.pat,
        );
      } catch {
        // Cut off, refused or silent: begun anew, and asked for meanwhile.
      }
      watchdog.stop();
      isStreaming = false;
      if (!isStopped) await streamPause.wait(backoff(failures));
    }
  }

  async function keepAsking(): Promise<void> {
    while (!isStopped) {
      if (!isAskedFor) await pollPause.wait(POLL_MS);
      if (isStopped || (isStreaming && !isAskedFor)) continue;
      isAskedFor = false;
      const answer = await api.read(token);
      if (isStopped) return;
      if (answer.kind === "session") take(answer.session);
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

  function recheck({ afterSleep } = { afterSleep: false }): void {
    if (isStopped) return;
    isAskedFor = true;
    pollPause.wake();
    if (afterSleep) connection.abort();
    if (!isStreaming) streamPause.wake();
  }

  function stop(): void {
    isStopped = true;
    connection.abort();
    pollPause.wake();
    streamPause.wake();
  }

  void keepStreaming();
  void keepAsking();
  return { take, recheck, stop };
}

/** Aborts a connection that has gone silent. */
function watch(connection: AbortController): { pat: () => void; stop: () => void } {
  const bite = () => connection.abort();
  let timer = setTimeout(bite, SILENCE_MS);
  return {
    pat: () => {
      clearTimeout(timer);
      timer = setTimeout(bite, SILENCE_MS);
    },
    stop: () => clearTimeout(timer),
  };
}

/** 1, 2, 4 … seconds, and a little more, so that those whom one restart cut off do not all come back at once. */
function backoff(failures: number): number {
  return Math.min(LONGEST_BACKOFF_MS, 1_000 * 2 ** failures) * (1 + Math.random() / 2);
}
