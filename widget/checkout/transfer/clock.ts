import type { Session } from "../session/session.ts";

/** A gap this long between two ticks means that the device slept or its clock was set. */
const SLEEP_MS = 5_000;
/** The interval of polls while only the server knows the time left. */
const RECHECK_MS = 4_000;

type Listeners = {
  /** Whole seconds left, 0 at the end; undefined while only the server knows. */
  onTick: (secondsLeft: number | undefined) => void;
  /** Only the server knows the time left. */
  onDoubt: (reason: { afterSleep: boolean }) => void;
};

export type Clock = {
  /** Sets the clock by a response that has just arrived. */
  sync(session: Pick<Session, "now" | "expiresAt">): void;
  stop(): void;
};

/**
 * Counts down to a session's end. The server's clock gives the time left, and `performance.now()`, which nobody can
 * set, measures from there: the device's time of day does not matter. But it may stand still while the device sleeps:
 * after a sleep, and at zero, no time is shown until the server has responded.
 */
export function createClock({ onTick, onDoubt }: Listeners): Clock {
  let deadline = 0;
  let isDoubtful = false;
  let lastSeen = readClocks();
  let wasHidden = false;
  let lastRequest = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function tick(): void {
    clearTimeout(timer);
    const left = deadline - performance.now();
    const slept = !document.hidden && sleepSince(lastSeen, wasHidden) > SLEEP_MS;
    if (!document.hidden) lastSeen = readClocks();
    wasHidden = document.hidden;
    isDoubtful ||= slept || left <= 0;
    onTick(left <= 0 ? 0 : isDoubtful ? undefined : Math.ceil(left / 1_000));
    if (slept || (isDoubtful && performance.now() - lastRequest >= RECHECK_MS)) {
      lastRequest = performance.now();
      onDoubt({ afterSleep: slept });
    }
    timer = setTimeout(tick, isDoubtful ? 1_000 : left % 1_000 || 1_000);
  }

  return {
    sync({ now, expiresAt }) {
      deadline = performance.now() + Date.parse(expiresAt) - Date.parse(now);
      isDoubtful = false;
      lastSeen = readClocks();
      tick();
    },
    stop: () => clearTimeout(timer),
  };
}

function readClocks() {
  return { steady: performance.now(), wall: Date.now() };
}

/**
 * Milliseconds since an earlier reading, by whichever clock shows more: the steady one may have stood still, the other
 * may have been set. A hidden page ticks rarely without a sleep, so there only the difference between the clocks
 * counts.
 */
function sleepSince(earlier: ReturnType<typeof readClocks>, wasHidden: boolean): number {
  const now = readClocks();
  const steady = now.steady - earlier.steady;
  const wall = now.wall - earlier.wall;
  return wasHidden ? Math.abs(wall - steady) : Math.max(steady, Math.abs(wall));
}
