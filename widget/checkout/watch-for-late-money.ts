import { createPause } from "./pause.ts";
import { isFinal, type Session } from "./session.ts";
import type { SessionApi } from "./session-api.ts";

const FIRST_MS = 15_000;
const LONGEST_MS = 60_000;
/** A transfer that comes later than this after the end of its window does not count any more. */
const LATE_MS = 24 * 60 * 60_000;

export type LateWatch = {
  /** Asks at once. */
  recheck(): void;
  stop(): void;
};

type Listeners = {
  onSession: (session: Session) => void;
  /** Nothing can come any more. */
  onEnd: () => void;
};

/**
 * Asks now and then, while the page is in sight, for a session that the payer has left or that has expired: a transfer
 * that was on its way may arrive and still count, and its payer must not be led to pay twice.
 */
export function watchForLateMoney(
  api: SessionApi,
  token: string,
  { onSession, onEnd }: Listeners,
): LateWatch {
  const pause = createPause();
  let isStopped = false;

  async function watch(): Promise<void> {
    for (let ms = FIRST_MS; !isStopped; ms = Math.min(LONGEST_MS, ms * 2)) {
      await pause.wait(ms);
      if (isStopped || document.hidden) continue;
      const answer = await api.read(token);
      if (isStopped) return;
      if (answer.kind === "session") {
        if (isOver(answer.session)) stop();
        onSession(answer.session);
      } else if (answer.kind === "refused" && answer.status === 404) stop();
      else if (answer.retryAfterMs > 0) await pause.wait(answer.retryAfterMs);
    }
    onEnd();
  }

  function stop(): void {
    isStopped = true;
    pause.wake();
  }

  void watch();
  return { recheck: pause.wake, stop };
}

function isOver(session: Session): boolean {
  if (session.status !== "expired") return isFinal(session);
  return Date.parse(session.now) - Date.parse(session.expiresAt) > LATE_MS;
}
