import { expect, test } from "vitest";
import { heldAfter } from "./held-after.ts";

test.for([
  { hurry: 1, brokenForS: 100, least: 0 },
  { hurry: 1, brokenForS: 200, least: 20 },
  { hurry: 10, brokenForS: 200, least: 182 },
])(
  "an alert that does not fire after $brokenForS s, with its term divided by $hurry, holds $least s after the start at best",
  ({ hurry, brokenForS, least }) => {
    expect(heldAfter(0, undefined, { termS: 180, hurry, now: brokenForS * 1_000 })).toBe(least);
  },
);

test("an alert that fires says itself since when its condition holds", () => {
  expect(heldAfter(1_000, new Date(18_000), { termS: 180, hurry: 1 })).toBe(17);
});
