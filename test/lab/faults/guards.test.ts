import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { readParts } from "./read-parts.ts";

test("what --prove breaks is in each guard's file, once", async () => {
  const guards = await readParts("guards");
  const moved: string[] = [];
  for (const { name, edits } of guards) {
    for (const { file, from } of edits) {
      const text = await readFile(new URL(`../../../${file}`, import.meta.url), "utf8");
      if (text.split(from).length !== 2) moved.push(`${name}: ${file}`);
    }
  }
  expect(moved).toEqual([]);
  expect(guards.length).toBeGreaterThanOrEqual(10);
});
