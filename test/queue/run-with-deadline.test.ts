import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { runWithDeadline } from "../../workers/queue/run-with-deadline.ts";

const never = new AbortController().signal;

test("aborts a task at its deadline and reports its result", async () => {
  const onStuck = vi.fn();
  const limits = { limitMs: 20, abortSignal: never, onStuck };
  await expect(runWithDeadline(limits, (signal) => sleep(10_000, undefined, { signal }))).rejects.toThrow(
    "aborted",
  );
  expect(onStuck).not.toHaveBeenCalled();
});

test("aborts a task when the worker stops", async () => {
  const stopping = new AbortController();
  const limits = { limitMs: 60_000, abortSignal: stopping.signal, onStuck: () => {} };
  const run = runWithDeadline(limits, (signal) => sleep(60_000, undefined, { signal }));
  stopping.abort();
  await expect(run).rejects.toThrow("aborted");
});

test("reports a task that ignores its deadline, once the grace is over", async () => {
  vi.useFakeTimers();
  try {
    const onStuck = vi.fn();
    void runWithDeadline({ limitMs: 1_000, abortSignal: never, onStuck }, () => new Promise(() => {}));
    await vi.advanceTimersByTimeAsync(10_999);
    expect(onStuck).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(onStuck).toHaveBeenCalledTimes(1);
  } finally {
    vi.useRealTimers();
  }
});
