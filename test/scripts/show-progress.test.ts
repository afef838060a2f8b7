import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createProgress, timeLeft } from "../../scripts/cli/show-progress.ts";

/** A screen, and what was written to it. */
function createScreen(kind: { isTTY?: boolean; columns?: number } = {}) {
  let written = "";
  const screen = new PassThrough({ encoding: "utf8" }).on("data", (text: string) => (written += text));
  return { screen: Object.assign(screen, kind), written: () => written };
}

const ended = (steps: Promise<unknown>, milliseconds: number) =>
  Promise.all([steps, vi.advanceTimersByTimeAsync(milliseconds)]);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("long work", () => {
  test("elsewhere than on a terminal, leaves a plain line a step, and says what takes long", async () => {
    const { screen, written } = createScreen();
    const { step, during, print } = createProgress(screen);
    const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    const work = async () => {
      await step("Start PostgreSQL", () => sleep(1_500));
      await step("Migrate", async (tell) => {
        tell("0001.sql");
        await sleep(16_000);
        tell("2 files");
      });
      print("By the way.");
      await during("Measure", () => sleep(6_000));
      return step("Fail", () => Promise.reject(new Error("it failed")));
    };
    await expect(ended(work(), 30_000)).rejects.toThrow("it failed");
    expect(written()).toBe(
      [
        "   1.5 s  Start PostgreSQL",
        "   5.0 s  Migrate: 0001.sql ...",
        "  15.0 s  Migrate: 0001.sql ...",
        "  16.0 s  Migrate: 2 files",
        "By the way.",
        "   5.0 s  Measure ...",
        "",
      ].join("\n"),
    );
  });

  test("on a terminal, writes one line again, no longer than the terminal is wide", async () => {
    const { screen, written } = createScreen({ isTTY: true, columns: 40 });
    const { step } = createProgress(screen);
    const work = step("Migrate", async (tell) => {
      tell("a_file_whose_name_is_too_long_for_the_line.sql");
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      tell("done");
    });
    await ended(work, 1_000);
    const lines = stripVTControlCharacters(written()).split("\n");
    expect(lines).toEqual([expect.stringMatching(/\r✓ {3}1\.0 s {2}Migrate: done$/), ""]);
    const drawn = lines[0]!.split("\r");
    expect(drawn.length).toBeGreaterThan(4);
    expect(Math.max(...drawn.map(({ length }) => length))).toBeLessThan(40);
    // Of unknown width:
    const unknown = createScreen({ isTTY: true, columns: 0 });
    await createProgress(unknown.screen).step("Start the workers", async () => {});
    expect(unknown.written()).toContain("Start the workers\r");
    // From the start of the line, which is erased first.
    expect(written().split("\x1b[2K")).toHaveLength(drawn.length + 1);
  });

  test("is said to last as it did so far", () => {
    expect(timeLeft(10_000, 1, 3)).toBe("about 20 s left");
    expect(timeLeft(60_000, 1, 11)).toBe("about 10 min left");
    expect(timeLeft(5_000, 0, 2)).toBe("about 10 s left");
  });
});
