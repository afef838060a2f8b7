import { createPause } from "./pause.ts";
import { isFinal, type Session } from "./session.ts";
import type { SessionApi } from "./session-api.ts";

const FIRST_MS = 15_000;
const LONGEST_MS = 60_000;
/** A transfer that arrives later than this after its session's end no longer counts. */
const LATE_MS = 24 * 60 * 60_000;

type Watch = {
  /** Polls at once. */
  recheck(): void;
  stop(): void;
};

type Listeners = {
  onSession: (token: string, session: Session) => void;
  /** Nothing more can arrive in this session. */
  onEnd: (token: string) => void;
};

export type LateMoney = {
  /** Watches one more session, unless it is watched already. */
  watch(token: string): void;
  /** Polls all of them at once. */
  recheck(): void;
  stop(): void;
};

/**
 * Watches sessions that expired, or that the payer left for another. A transfer may still arrive and count, and its
 * payer must not pay twice.
 */
export function watchLateMoney(api: SessionApi, { onSession, onEnd }: Listeners): LateMoney {
  const watches = new Map<string, Watch>();
  return {
    watch(token) {
      if (watches.has(token)) return;
      const watch = watchSession(api, token, {
        onSession: (session) => onSession(token, session),
        onEnd() {
          watches.delete(token);
          onEnd(token);
        },
      });
      watches.set(token, watch);
    },
    recheck() {
      for (const watch of watches.values()) watch.recheck();
    },
    stop() {
      for (const watch of watches.values()) watch.stop();
    },
  };
}

/** Polls a session less and less often, only while the page is visible. */
function watchSession(
  api: SessionApi,
  token: string,
  { onSession, onEnd }: { onSession: (session: Session) => void; onEnd: () => void },
): Watch {
  const pause = createPause();
  let isStopped = false;

  async function keepPolling(): Promise<void> {
    for (let ms = FIRST_MS; !isStopped; ms = Math.min(LONGEST_MS, ms * 2)) {
      await pause.wait(ms);
      if (isStopped || document.hidden) continue;
      const result = await api.read(token);
      if (isStopped) return;
      if (result.kind === "session") {
        if (isOver(result.session)) stop();
        onSession(result.session);
      } else if (result.kind === "refused" && result.status === 404) stop();
      else if (result.retryAfterMs > 0) await pause.wait(result.retryAfterMs);
    }
    onEnd();
  }

  function stop(): void {
    isStopped = true;
    pause.wake();
  }

  void keepPolling();
  return { recheck: pause.wake, stop };
}

/** Whether nothing can happen in a session any more. */
export function isOver(session: Session): boolean {
  if (session.status !== "expired") return isFinal(session);
  return Date.parse(session.now) - Date.parse(session.expiresAt) > LATE_MS;
}
