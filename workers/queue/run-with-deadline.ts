import { startDeadline } from "../start-deadline.ts";

/** How long a task may take, once aborted, to record what it knows in a slow database. */
const ABORT_GRACE_MS = 10_000;

type Limits = {
  /** The deadline, in milliseconds from now. */
  limitMs: number;
  /** Aborts the task early: a shutdown that will wait no longer. */
  abortSignal: AbortSignal;
  /** Called when the task is still running after its deadline and the grace. */
  onStuck: () => void;
};

/**
 * Runs a task with a signal that aborts at its deadline. Returns or throws what the task does.
 *
 * A task that ignores its signal cannot be stopped from inside the process, and its job must not be given to
 * another worker while it may still act: the caller is expected to end the process.
 */
export async function runWithDeadline<Result>(
  { limitMs, abortSignal, onStuck }: Limits,
  task: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const stuck = setTimeout(onStuck, limitMs + ABORT_GRACE_MS);
  using deadline = startDeadline(limitMs, abortSignal);
  try {
    return await task(deadline.signal);
  } finally {
    clearTimeout(stuck);
  }
}
