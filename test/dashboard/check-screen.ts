import type { Page } from "playwright-core";
import { expect } from "vitest";
import { findAxeFaults } from "../helpers/find-axe-faults.ts";
import { complaintsOf } from "./visit-dashboard.ts";

/** React Aria announces a pending button by naming it, for some seconds, also after it is gone. */
const ANNOUNCER = "[data-live-announcer]";

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
      const faults = await findAxeFaults(page, { colorsOnly: colorScheme === "dark", exclude: [ANNOUNCER] });
      const overhang = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (faults.length > 0 || overhang > 0) found.push({ width, colorScheme, faults, overhang });
    }
  }
  expect({ found, complaints: complaintsOf(page) }).toEqual({ found: [], complaints: [] });
}
