import type { Browser } from "playwright-core";
import { startBrowser } from "./start-browser.ts";

/** For `test.extend`: one Chromium for all tests of the file. */
export const browserFixture: [
  (context: object, use: (browser: Browser) => Promise<void>) => Promise<void>,
  { scope: "file" },
] = [
  async ({}, use) => {
    await using browser = await startBrowser();
    await use(browser);
  },
  { scope: "file" },
];
