import { describe, expect, test } from "vitest";
import { median, percentile, slope } from "./statistics.ts";

describe("statistics of measurements", () => {
  test("the median is the middle one, whatever the order, or the mean of the two in the middle", () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([10, 1, 4, 2])).toBe(3);
    expect(median([7])).toBe(7);
  });

  test("a percentile is a value that was measured, which that share does not exceed", () => {
    const hundred = Array.from({ length: 100 }, (_, n) => 100 - n);
    expect(percentile(hundred, 0.5)).toBe(50);
    expect(percentile(hundred, 0.99)).toBe(99);
    expect(percentile(hundred, 1)).toBe(100);
    expect(percentile([3], 0.99)).toBe(3);
  });

  test("the slope is that of the line through the points, whatever lies beside it", () => {
    expect(slope([0, 1, 2, 3].map((x) => ({ x, y: 5 + 2 * x })))).toBeCloseTo(2);
    expect(slope([3, 5, 5, 3].map((y, x) => ({ x, y })))).toBeCloseTo(0);
  });
});
