import { describe, expect } from "vitest";
import { z } from "zod";
import { referencePattern } from "../../sql/formats/references.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { test } from "../helpers/test.ts";

describe("references", () => {
  test("are prefixed, unique, sorted by time and match their pattern", async ({ database }) => {
    const made = await database.anyFirst(sql.type(z.object({ reference: z.string() }))`
      select new_reference('pyt') as reference from generate_series(1, 2000)`);
    expect(new Set(made).size).toBe(2000);
    for (const reference of made) expect(reference).toMatch(referencePattern("pyt"));
    const times = made.map((reference) => reference.slice(4, 14));
    expect(times).toEqual(times.toSorted());
    expect(new Set(made.map((reference) => reference.slice(14))).size).toBe(2000);
  });
});
