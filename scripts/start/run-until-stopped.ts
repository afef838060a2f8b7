import { progress } from "../cli/show-progress.ts";

/** Ctrl-C under npm arrives twice: from the terminal, and passed on by npm. */
const SAME_SIGNAL_MS = 500;

/** A started part; parts are stopped in reverse order. */
type Part = { stop: () => Promise<void>; kill: () => void };

export type Run = {
  /** Adds a part to stop at the end. */
  add: (part: Part) => void;
  /** Aborted on SIGINT, SIGTERM and SIGHUP. */
  signal: AbortSignal;
  /** Resolves when the process should stop. */
  stopRequested: Promise<void>;
};

/**
 * Runs `main` until it returns, raises, or the process should stop; then stops all parts and exits. A second signal
 * kills them. The exit code is 1 if `main` raised or the parts were killed.
 */
export async function runUntilStopped(main: (run: Run) => Promise<void>): Promise<never> {
  const parts: Part[] = [];
  const stop = new AbortController();
  const stopRequested = new Promise<void>((resolve) => {
    stop.signal.addEventListener("abort", () => resolve(), { once: true });
  });
  let stoppedAt = 0;

  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (!stop.signal.aborted) {
        stoppedAt = Date.now();
        stop.abort();
        report("Stopping… Press Ctrl-C again to force quit.");
      } else if (Date.now() - stoppedAt > SAME_SIGNAL_MS) {
        for (const part of parts) part.kill();
        process.exitCode = 1;
        // A part that is still starting is not in the list yet; the next start cleans up after it.
        setTimeout(() => process.exit(), 2_000).unref();
      }
    });
  }

  try {
    await main({ add: (part) => void parts.push(part), signal: stop.signal, stopRequested });
  } catch (error) {
    if (!stop.signal.aborted) {
      report(error instanceof Error ? error.message : String(error));
      process.exitCode = 1;
    }
  }
  for (const part of parts.toReversed()) await part.stop();
  if (stop.signal.aborted && process.exitCode === undefined) report("Stopped.");
  process.exit();
}

/** Prints a line to stderr; stdout is only for the summary of `npm start`. */
export const report = progress.print;
