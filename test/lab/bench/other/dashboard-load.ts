import type { Browser, BrowserContext } from "playwright-core";
import type { Step } from "../../../../scripts/cli/show-progress.ts";
import { createPerson } from "../../../helpers/create-person.ts";
import { launchChromium } from "../../../helpers/browser/launch-chromium.ts";
import { unpackChromium } from "../../../helpers/browser/unpack-chromium.ts";
import { createFundedMerchant } from "../../../helpers/records.ts";
import { startTestIngress } from "../../../helpers/platform/start-test-ingress.ts";
import { withoutLimits } from "../../platform/create-platform.ts";
import type { Databases } from "../../platform/open-databases.ts";
import { useDatabase } from "../platform/use-database.ts";

const LOADS = 5;
/** A mid-range phone on a slow mobile network. */
const PHONE = { cpuSlowdown: 4, bitsPerSecond: 1_600_000, roundTripMs: 150 };

const screens = [
  { name: "sign-in, first visit", path: "/dashboard/sign-in", heading: "Sign in", isSignedIn: false },
  { name: "home, first visit", path: "/dashboard/test/", heading: "Home", isSignedIn: true },
  { name: "payouts, first visit", path: "/dashboard/test/payouts", heading: "Payouts", isSignedIn: true },
];

/** How long a person on a phone waits for the dashboard: from the address until the screen is shown and responds. */
export async function benchDashboardLoad(databases: Databases, measurement: Step): Promise<void> {
  const browser = await launchChromium(await unpackChromium());
  try {
    await useDatabase(databases, 2, async (database, { ownerUrl }) => {
      const { merchantId } = await createFundedMerchant(database);
      const { session } = await createPerson(database, [[merchantId, "owner"]]);
      const env = { ...withoutLimits, DATABASE_URL: ownerUrl, LOG_LEVEL: "silent" };
      await using ingress = await startTestIngress(ownerUrl, {}, env);
      const url = ingress.url.replace("127.0.0.1", "localhost");
      const table = await measurement("the dashboard on a phone", async (tell) => {
        const rows: string[] = [];
        for (const { name, path, heading, isSignedIn } of screens) {
          const first: number[] = [];
          const again: number[] = [];
          for (let load = 0; load < LOADS; load += 1) {
            tell(`${name}, ${load + 1} of ${LOADS}`);
            await using context = await openPhone(browser, isSignedIn ? session : undefined);
            first.push(await visit(context, url + path, heading));
            again.push(await visit(context, url + path, heading));
          }
          rows.push(`  ${name.padEnd(28)} ${range(first)}   again ${range(again)}`);
        }
        return rows;
      });
      const { cpuSlowdown, bitsPerSecond, roundTripMs } = PHONE;
      console.log(
        `the dashboard at ${cpuSlowdown} x slower CPU, ${bitsPerSecond / 1e6} Mbit/s and ${roundTripMs} ms there and back, ` +
          `${LOADS} loads, milliseconds until it responds:`,
      );
      console.log(table.join("\n"));
    });
  } finally {
    await browser.close();
  }
}

async function openPhone(browser: Browser, session: string | undefined): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 360, height: 800 } });
  if (session !== undefined) {
    const cookie = { name: "__Host-session", value: session, domain: "localhost", path: "/" };
    await context.addCookies([{ ...cookie, secure: true, httpOnly: true, sameSite: "Lax" }]);
  }
  return context;
}

/** Milliseconds until the screen shows its data and the page responds. */
async function visit(context: BrowserContext, url: string, heading: string): Promise<number> {
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  const bytesPerSecond = PHONE.bitsPerSecond / 8;
  await devTools.send("Network.enable");
  await devTools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: PHONE.roundTripMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: PHONE.cpuSlowdown });
  await page.addInitScript(noteWhenReady(heading));
  await page.goto(url, { waitUntil: "commit" });
  const readyAt = await page.waitForFunction(() => (globalThis as { readyAt?: number }).readyAt);
  const took = (await readyAt.jsonValue())!;
  await page.close();
  return took;
}

/** Runs in the page. It is ready when its data is painted and the main thread is free. */
const noteWhenReady = (heading: string) => `{
  const seen = new MutationObserver(() => {
    const isThere = document.querySelector("h1")?.textContent === ${JSON.stringify(heading)};
    if (!isThere || document.querySelector(".skeleton") !== null) return;
    seen.disconnect();
    requestAnimationFrame(() => setTimeout(() => (globalThis.readyAt = performance.now())));
  });
  seen.observe(document, { childList: true, subtree: true, characterData: true });
}`;

/** The median, and the fastest and slowest. */
function range(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b).map((time) => time.toFixed(0).padStart(5));
  return `${sorted[Math.floor(sorted.length / 2)]} (${sorted[0]} to ${sorted.at(-1)})`;
}
