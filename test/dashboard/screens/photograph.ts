import { mkdir } from "node:fs/promises";
import type { Page } from "playwright-core";
import { settle } from "./check-screen.ts";

/** Of a path, the name of its pictures: an item's is one for all of its kind. */
export const pictureOf = (path: string) =>
  path.replace(/\/(?:[a-z]{2,3}_\w+|[\w-]{20,})$/, "-one").replaceAll("/", "-") || "home";

/** Keeps what a screen looks like, on phones and desktops and in both themes, where SCREENSHOTS names a folder. */
export async function photograph(page: Page, name: string): Promise<void> {
  const folder = process.env["SCREENSHOTS"];
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  for (const width of [360, 1280])
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.evaluate(settle);
      // What stays in sight while somebody scrolls would lie across the picture.
      await page.evaluate(() => window.scrollTo(0, 0));
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
  await page.setViewportSize({ width: 1280, height: 900 });
}
