import { describe, expect, test } from "vitest";
import { drawTables } from "./draw-tables.ts";
import type { Bench, Measurement, Row } from "./row.ts";
import { runRounds } from "./run-rounds.ts";
import { unseen } from "../../../scripts/cli/show-progress.ts";
import { writeResults } from "./write-results.ts";

// No measurement here uses a platform.
const bench = { seconds: 1, amount: 1 } as Bench;

function counting(title: string, calls: string[], figures: number[]): Measurement<"per second"> {
  let next = 0;
  return {
    title,
    measure: async () => {
      calls.push(title);
      return { "per second": figures[next++]! };
    },
  };
}

describe("the table of results", () => {
  test("each round makes a measurement once for all of its rows, every other round from the last row on", async () => {
    const calls: string[] = [];
    const service = counting("service", calls, [50, 30]);
    const control = counting("control", calls, [100, 100]);
    const ratio: Row = {
      title: "ratio",
      unit: "× control",
      target: { atLeast: 0.3 },
      value: async (round) => (await round(service))["per second"] / (await round(control))["per second"],
    };
    const rate: Row = {
      title: "rate",
      unit: "per second",
      target: { atLeast: 100 },
      value: async (round) => (await round(control))["per second"],
    };

    const results = await runRounds(bench, { rows: [ratio, rate], also: [], rounds: 2 }, unseen);

    expect(calls).toEqual(["service", "control", "control", "service"]);
    expect(results.rows.get(ratio)).toEqual([0.5, 0.3]);
    expect(results.rows.get(rate)).toEqual([100, 100]);
    expect(results.errors).toEqual(new Set());
  });

  test("shows target, median, range and whether it is met", async () => {
    const row: Row = {
      title: "ratio",
      unit: "× control",
      target: { atLeast: 0.4 },
      value: async (round) => (await round(figures))["per second"] / 100,
    };
    const slow: Row = { ...row, title: "slow", target: { atMost: 0.2 } };
    const figures = counting("service", [], [50, 40, 30]);

    const results = await runRounds(bench, { rows: [row, slow], also: [], rounds: 3 }, unseen);

    expect(drawTables(results).split("\n")).toEqual([
      "| Measure | Target          | Median (range)   | Met    |",
      "| ------- | --------------- | ---------------- | ------ |",
      "| ratio   | ≥ 0.4 × control | 0.40 (0.30–0.50) | yes    |",
      "| slow    | ≤ 0.2 × control | 0.40 (0.30–0.50) | **no** |",
      "",
      "| Measured | In         | Median (range)   |",
      "| -------- | ---------- | ---------------- |",
      "| service  | per second | 40.0 (30.0–50.0) |",
    ]);
  });

  test("a measurement that fails fails its rows and is named; the others go on", async () => {
    const broken: Measurement<"per second"> = {
      title: "broken",
      measure: () => Promise.reject(new Error("/v1/payouts responded 503")),
    };
    const works = counting("works", [], [1]);
    const row = (title: string, measurement: Measurement<"per second">): Row => ({
      title,
      unit: "per second",
      target: { atLeast: 1 },
      value: async (round) => (await round(measurement))["per second"],
    });

    const rows = [row("first", broken), row("second", broken), row("third", works)];
    const results = await runRounds(bench, { rows, also: [], rounds: 1 }, unseen);

    expect(results.errors).toEqual(new Set(["broken: /v1/payouts responded 503"]));
    expect(drawTables(results)).toMatch(/\| first +\| .* \| failed +\| \*\*no\*\* \|/);
    expect(drawTables(results)).toMatch(/\| third +\| .* \| 1\.00 +\| yes +\|/);
  });

  test("is written between its markers, and nowhere else", () => {
    const document = "# A\n\n<!-- results -->\n\nold\n\n<!-- /results -->\n\n## B\n";
    expect(writeResults(document, "results", "new")).toBe(
      "# A\n\n<!-- results -->\n\nnew\n\n<!-- /results -->\n\n## B\n",
    );
    expect(() => writeResults("# A\n", "results", "new")).toThrow("has no <!-- results -->");
  });
});
