import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { startDeadline } from "../../workers/start-deadline.ts";

const aborted = (signal: AbortSignal) =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(signal.reason);
    signal.addEventListener("abort", () => resolve(signal.reason));
  });

test("a deadline aborts when its time is over", async () => {
  using deadline = startDeadline(10, new AbortController().signal);
  expect(await aborted(deadline.signal)).toMatchObject({ name: "TimeoutError" });
});

test("a deadline aborts with what it was told to stop with, before or after its start", async () => {
  const stop = new AbortController();
  using early = startDeadline(60_000, stop.signal);
  const reason = new Error("the worker stops");
  stop.abort(reason);
  using late = startDeadline(60_000, stop.signal);
  expect(await aborted(early.signal)).toBe(reason);
  expect(await aborted(late.signal)).toBe(reason);
});

test("nothing is left of a deadline that is disposed of", () => {
  const stop = new AbortController();
  const timers = () => process.getActiveResourcesInfo().filter((each) => each === "Timeout").length;
  const before = timers();
  {
    using _deadline = startDeadline(60_000, stop.signal);
    expect(timers()).toBe(before + 1);
  }
  expect(timers()).toBe(before);
  expect(getEventListeners(stop.signal, "abort")).toEqual([]);
});
