import type { Page } from "playwright-core";
import { expect } from "vitest";
import { findAxeFaults } from "../../helpers/browser/find-axe-faults.ts";
import { complaintsOf } from "./visit-dashboard.ts";

/** Waits until the colours of a theme are drawn: they fade in, and what inherits a colour begins when that is done. */
export async function settle(): Promise<void> {
  for (;;) {
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
    const fading = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity);
    if (fading.length === 0) return;
    await Promise.all(fading.map(({ finished }) => finished.catch(() => undefined)));
  }
}

/** How many pixels of the page, or of what lies above it, are outside of the window at the right. */
function widestOverhang(): number {
  const layers = [...document.querySelectorAll(".dialog, .popover, .toast")];
  const ends = layers.map((layer) => layer.getBoundingClientRect().right);
  return Math.round(Math.max(document.documentElement.scrollWidth, ...ends) - window.innerWidth);
}

type Look = { width: 360 | 1280; colorScheme: "light" | "dark" };

/** Each width once, and each theme. */
const twoLooks: Look[] = [
  { width: 360, colorScheme: "light" },
  { width: 1280, colorScheme: "dark" },
];

export const allLooks: Look[] = [
  ...twoLooks,
  { width: 360, colorScheme: "dark" },
  { width: 1280, colorScheme: "light" },
];

/**
 * Holds what a page shows against what every screen keeps to, on a phone in the light theme and on a desktop in the
 * dark one, or in all `looks`: axe finds nothing, nothing sticks out to the side, and the browser has complained about
 * nothing. Of a width that was seen in the other theme, axe looks at the colours alone.
 */
export async function checkScreen(page: Page, looks = twoLooks): Promise<void> {
  const found: unknown[] = [];
  for (const [index, { width, colorScheme }] of looks.entries()) {
    const colorsOnly = looks.slice(0, index).some((earlier) => earlier.width === width);
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.evaluate(settle);
    const faults = await findAxeFaults(page, { colorsOnly });
    const overhang = await page.evaluate(widestOverhang);
    if (faults.length > 0 || overhang > 0) found.push({ width, colorScheme, faults, overhang });
  }
  expect({ found, complaints: complaintsOf(page) }, page.url()).toEqual({ found: [], complaints: [] });
}
