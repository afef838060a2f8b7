import { chromium, type Browser } from "playwright-core";
import type { Chromium } from "./unpack-chromium.ts";

const flags = [
  "--no-sandbox",
  "--disable-dev-shm-usage",
  // As on people's own machines: a frame of another site is another process.
  "--site-per-process",
  // Names under .example lead to this machine, so that tests can have shops and strangers of different origins.
  "--host-resolver-rules=MAP *.example 127.0.0.1",
  "--disable-background-networking",
  "--disable-component-update",
];

/**
 * Starts a Chromium without a window. It looks up nobody: everything that it loads is on this machine. Raises an error
 * that says what to set where there is none.
 */
export async function launchChromium(found: Chromium | undefined): Promise<Browser> {
  if (found === undefined) {
    throw new Error(
      "There is no Chromium for this system among npm's packages: set CHROMIUM_PATH to an installed one.",
    );
  }
  const env = { ...process.env, ...found.env } as Record<string, string>;
  return chromium.launch({ executablePath: found.executable, env, args: flags });
}
