import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Frame, Page } from "playwright-core";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** A theme changes nothing else, so the other rules need to pass in one theme only. */
const RULES_ABOUT_COLOURS = ["color-contrast", "link-in-text-block"];

type Violation = { id: string; nodes: { html: string; failureSummary: string }[] };

/**
 * What axe finds wrong in a page or frame, a line an element. `colorsOnly` is for the second theme. The debugger runs
 * it, whom a page's policy does not hold back.
 */
export async function findAxeFaults(
  page: Page | Frame,
  { colorsOnly = false }: { colorsOnly?: boolean } = {},
): Promise<string[]> {
  // Axe is half a megabyte, so a page gets it once.
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe);
  const options = {
    // Only violations are described: describing what passes takes most of the time.
    resultTypes: ["violations"],
    ...(colorsOnly ? { runOnly: RULES_ABOUT_COLOURS } : {}),
  };
  const run = `axe.run({ include: [["html"]] }, ${JSON.stringify(options)})`;
  const { violations } = (await page.evaluate(run)) as { violations: Violation[] };
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}
