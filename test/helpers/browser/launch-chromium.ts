import { chromium, type Browser } from "playwright-core";
import { hasRoom } from "../../../scripts/postgres/start-throwaway-postgres.ts";
import type { Chromium } from "./unpack-chromium.ts";

/** Has Chromium keep what its processes share, such as each drawn tile, in files on a disk. Playwright sets it too. */
const SHARE_ON_DISK = "--disable-dev-shm-usage";

const flags = [
  "--no-sandbox",
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
  // A container may have little memory for it, and then needs the disk, which takes more of the processor's time.
  const ignoreDefaultArgs = (await hasRoom("/dev/shm")) ? [SHARE_ON_DISK] : [];
  return chromium.launch({ executablePath: found.executable, env, args: flags, ignoreDefaultArgs });
}
