import type { Session } from "./session.ts";

/** A gap this long between two ticks means that the device slept, or that a clock was set. */
const SLEEP_MS = 5_000;
/** How often the server is asked while only it can tell. */
const ASK_MS = 4_000;

type Listeners = {
  /** Whole seconds left, none at the end; undefined while only the server can tell how many. */
  onTick: (secondsLeft: number | undefined) => void;
  /** The server is to be asked. */
  onAskServer: (options: { afterSleep: boolean }) => void;
};

export type Countdown = {
  /** Goes by an answer of the server that has just come. */
  sync(session: Pick<Session, "now" | "expiresAt">): void;
  stop(): void;
};

/**
 * Counts down to a session's end. The server's clock says how much is left, and a clock that nobody can set measures from
 * there: the time of day on the device does not matter. That clock may stand still while the device sleeps, so after a
 * sleep, as at zero, nothing is claimed before the server has answered.
 */
export function createCountdown({ onTick, onAskServer }: Listeners): Countdown {
  let deadline = 0;
  let isDoubtful = false;
  let lastSeen = clocks();
  let wasHidden = false;
  let lastAsked = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function tick(): void {
    clearTimeout(timer);
    const left = deadline - performance.now();
    const slept = !document.hidden && sleepSince(lastSeen, wasHidden) > SLEEP_MS;
    if (!document.hidden) lastSeen = clocks();
    wasHidden = document.hidden;
    isDoubtful ||= slept || left <= 0;
    onTick(left <= 0 ? 0 : isDoubtful ? undefined : Math.ceil(left / 1_000));
    if (slept || (isDoubtful && performance.now() - lastAsked >= ASK_MS)) {
      lastAsked = performance.now();
      onAskServer({ afterSleep: slept });
    }
    timer = setTimeout(tick, isDoubtful ? 1_000 : left % 1_000 || 1_000);
  }

  return {
    sync({ now, expiresAt }) {
      deadline = performance.now() + Date.parse(expiresAt) - Date.parse(now);
      isDoubtful = false;
      lastSeen = clocks();
      tick();
    },
    stop: () => clearTimeout(timer),
  };
}

function clocks() {
  return { steady: performance.now(), wall: Date.now() };
}

/**
 * By either clock: the steady one may have stood still, the other may have been set. Pages that are hidden tick seldom,
 * which is no sleep: only that the clocks disagree tells of one.
 */
function sleepSince(earlier: ReturnType<typeof clocks>, wasHidden: boolean): number {
  const now = clocks();
  const steady = now.steady - earlier.steady;
  const wall = now.wall - earlier.wall;
  return wasHidden ? Math.abs(wall - steady) : Math.max(steady, Math.abs(wall));
}
