import type { Session } from "./session.ts";

/** A gap this long between two ticks means that the device slept, or that a clock was set. */
const SLEEP_MS = 5_000;
/** How often the server is asked while only it can tell. */
const DOUBT_MS = 4_000;

type Listeners = {
  /** Whole seconds left, none at the end; undefined while only the server can tell how many. */
  onTick: (secondsLeft: number | undefined) => void;
  /** The server is to be asked. */
  onDoubt: (options: { afterSleep: boolean }) => void;
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
export function createCountdown({ onTick, onDoubt }: Listeners): Countdown {
  let deadline = 0;
  let isDoubtful = false;
  let lastTick = clocks();
  let lastDoubt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function tick(): void {
    clearTimeout(timer);
    const left = deadline - performance.now();
    const slept = gapSince(lastTick) > SLEEP_MS;
    lastTick = clocks();
    isDoubtful ||= slept || left <= 0;
    onTick(left <= 0 ? 0 : isDoubtful ? undefined : Math.ceil(left / 1_000));
    if (slept || (isDoubtful && performance.now() - lastDoubt >= DOUBT_MS)) {
      lastDoubt = performance.now();
      onDoubt({ afterSleep: slept });
    }
    timer = setTimeout(tick, isDoubtful ? 1_000 : left % 1_000 || 1_000);
  }

  return {
    sync({ now, expiresAt }) {
      deadline = performance.now() + Date.parse(expiresAt) - Date.parse(now);
      isDoubtful = false;
      lastTick = clocks();
      tick();
    },
    stop: () => clearTimeout(timer),
  };
}

function clocks() {
  return { steady: performance.now(), wall: Date.now() };
}

/** By either clock: the steady one may have stood still, the other may have been set. */
function gapSince(earlier: ReturnType<typeof clocks>): number {
  const now = clocks();
  return Math.max(now.steady - earlier.steady, Math.abs(now.wall - earlier.wall));
}
