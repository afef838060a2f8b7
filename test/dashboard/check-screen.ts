import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { complaintsOf } from "./visit-dashboard.ts";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Waits until the colours of a theme are drawn: they fade in, and what inherits a colour begins when that is done. */
async function settle(): Promise<void> {
  for (;;) {
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
    const fading = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity);
    if (fading.length === 0) return;
    await Promise.all(fading.map(({ finished }) => finished.catch(() => undefined)));
  }
}

/**
 * Holds what a page shows against what every screen keeps to, on phones and desktops, light and dark: axe finds
 * nothing, nothing sticks out to the side, and the browser has complained about nothing.
 */
export async function checkScreen(page: Page): Promise<void> {
  const found: unknown[] = [];
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.evaluate(settle);
      // Through the debugger, which the page's policy does not hold for. React Aria announces a pending button by
      // naming it, for some seconds, also after it is gone.
      const run = `axe.run({ exclude: ["[data-live-announcer]"] })`;
      const { violations } = (await page.evaluate(`${axe}; ${run}`)) as {
        violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
      };
      const places = violations.map(({ id, nodes }) => [
        id,
        ...nodes.map(({ html, failureSummary }) => html + failureSummary),
      ]);
      const overhang = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (places.length > 0 || overhang > 0) found.push({ width, colorScheme, places, overhang });
    }
  }
  expect({ found, complaints: complaintsOf(page) }).toEqual({ found: [], complaints: [] });
}
