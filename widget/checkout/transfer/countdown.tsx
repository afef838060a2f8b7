/** @jsxImportSource preact */
import type { JSX } from "preact";

/** How long an account accepts money. */
const WINDOW_SECONDS = 30 * 60;
/** From here on, the time left looks urgent. */
const URGENT_SECONDS = 5 * 60;

/** How long the account number can still be used; clock.ts counts the seconds. */
export function Countdown({ secondsLeft }: { secondsLeft: number | undefined }): JSX.Element {
  const isUrgent = secondsLeft !== undefined && secondsLeft <= URGENT_SECONDS;
  return (
    <>
      <progress max={WINDOW_SECONDS} value={secondsLeft ?? 0} aria-hidden="true" />
      <p class={isUrgent ? "time-left urgent" : "time-left"}>
        This account number expires in{" "}
        <span role="timer" translate={false}>
          {secondsLeft === undefined ? "Checking…" : clockText(secondsLeft)}
        </span>
      </p>
    </>
  );
}

function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
