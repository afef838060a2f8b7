import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { test, textOf, view, waitForView } from "./page-test.ts";
import { knownLink, readsOf } from "./start-fake-checkout.ts";

const MINUTE = 60_000;

/** Seconds left, as the page says. */
async function secondsLeft(page: Page): Promise<number> {
  const [minutes, seconds] = (await textOf(page, "timeLeft"))!.split(":");
  return Number(minutes) * 60 + Number(seconds);
}

describe("the countdown", () => {
  for (const [name, skew] of [
    ["ahead", 60 * MINUTE],
    ["behind", -60 * MINUTE],
  ] as const) {
    test(`is right with a device clock that is an hour ${name}`, async ({ server, visit }) => {
      server.link = knownLink;
      const page = await visit({ before: (opened) => opened.clock.install({ time: Date.now() + skew }) });
      await waitForView(page, "transfer");
      expect(await secondsLeft(page)).toBeGreaterThan(1_790);
      expect(await secondsLeft(page)).toBeLessThanOrEqual(1_800);
      await page.clock.runFor(10_000);
      expect(await secondsLeft(page)).toBeGreaterThan(1_770);
      expect(await secondsLeft(page)).toBeLessThanOrEqual(1_790);
    });

    test(`stays right when the device clock is set an hour ${name} while it runs`, async ({
      server,
      visit,
    }) => {
      server.link = knownLink;
      const page = await visit({ before: (opened) => opened.clock.install() });
      await waitForView(page, "transfer");
      await page.clock.setSystemTime(Date.now() + skew);
      await page.clock.runFor(3_000);
      await expect.poll(() => textOf(page, "timeLeft")).not.toBe("Checking…");
      expect(await secondsLeft(page)).toBeGreaterThan(1_780);
      expect(await view(page)).toBe("transfer");
    });
  }

  test("counts each second down, and is corrected by every response of the server", async ({
    server,
    visit,
  }) => {
    server.link = knownLink;
    const page = await visit({ before: (opened) => opened.clock.install() });
    await waitForView(page, "transfer");
    await page.clock.pauseAt(Date.now() + 2_000);
    const before = await secondsLeft(page);
    await page.clock.runFor(3_000);
    expect(before - (await secondsLeft(page))).toBe(3);
    server.advance(20);
    server.change({});
    await expect.poll(() => secondsLeft(page)).toBeLessThanOrEqual(600);
    expect(await secondsLeft(page)).toBeGreaterThan(580);
  });

  test("shows nothing after a sleep until the server has responded, then what it says", async ({
    server,
    visit,
  }) => {
    server.link = knownLink;
    const page = await visit({ before: (opened) => opened.clock.install() });
    await waitForView(page, "transfer");
    // The lid is closed: the connection is gone, and no time passes for the page until it is opened again.
    server.failing = 503;
    server.setStreaming(false);
    server.advance(20);
    await page.clock.fastForward(20 * MINUTE);
    await expect.poll(() => textOf(page, "timeLeft")).toBe("Checking…");
    server.failing = undefined;
    const afterAWhile = async () => {
      await page.clock.runFor(2_000);
      return textOf(page, "timeLeft");
    };
    await expect.poll(afterAWhile).toMatch(/^(10:00|9:\d\d)$/);
    server.advance(11);
    server.change({ status: "expired" });
    await page.clock.fastForward(11 * MINUTE);
    await waitForView(page, "expired");
  });

  test("does not mistake the slow timers of a hidden page for a sleep", async ({ server, visit }) => {
    server.link = knownLink;
    const page = await visit({ before: (opened) => opened.clock.install() });
    await waitForView(page, "transfer");
    const setHidden = (isHidden: boolean) =>
      page.evaluate((hidden) => {
        Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
      }, isHidden);
    await setHidden(true);
    await page.clock.runFor(2_000);
    await page.clock.fastForward(25_000);
    await page.waitForTimeout(200);
    expect(readsOf(server)).toHaveLength(0);
    await setHidden(false);
    await page.clock.runFor(2_000);
    await page.waitForTimeout(200);
    expect(readsOf(server)).toHaveLength(0);
    expect(await secondsLeft(page)).toBeLessThan(1_780);
  });

  test("at zero says that it is checking, until the server says that the window expired", async ({
    server,
    visit,
  }) => {
    server.link = knownLink;
    server.change({ expiresAt: new Date(Date.now() + 3_000).toISOString() });
    const page = await visit();
    await page.getByText("Time is up").waitFor();
    expect(await view(page)).toBe("transfer");
    expect(await textOf(page, "timeLeft")).toBe("0:00");
    const before = readsOf(server).length;
    await expect.poll(() => readsOf(server).length, { timeout: 6_000 }).toBeGreaterThan(before);
    expect(await view(page)).toBe("transfer");
    server.setStreaming(false);
    server.change({ status: "expired" });
    await waitForView(page, "expired");
  });
});
