import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { announcement, test, textOf, view, waitForView } from "./page-test.ts";
import { cakeLink, cakeSession, knownLink, naira, readsOf, startsOf } from "./start-fake-checkout.ts";

const MINUTE = 60_000;
const paid = { status: "succeeded", amountReceived: naira(5_000), amountDue: naira(0) } as const;

const withClock = { before: (page: Page) => page.clock.install() };

/** Lets the page's time go by quickly until something has come about. */
async function meanwhile(page: Page, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const tried = async () => {
    await page.clock.runFor(500);
    return isSo();
  };
  await expect.poll(tried, { timeout: 10_000 }).toBe(true);
}

async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event("visibilitychange"));
  }, isHidden);
}

/** What the page shows while the server does not respond. */
const disconnected = (page: Page) => page.locator(".disconnected");

describe("live status", () => {
  test("polls while the stream is cut, and not while it flows", async ({ server, visit }) => {
    server.link = knownLink;
    const page = await visit(withClock);
    await waitForView(page, "transfer");
    await expect.poll(() => server.streams.size).toBe(1);
    await page.clock.runFor(9_000);
    expect(readsOf(server)).toHaveLength(0);

    server.setStreaming(false);
    await meanwhile(page, () => readsOf(server).length >= 2);
    expect(await disconnected(page).isVisible()).toBe(false);

    server.setStreaming(true);
    await meanwhile(page, () => server.streams.size === 1);
    server.change(paid);
    await waitForView(page, "succeeded");
  });

  test("learns of the payment by polling alone where no stream works", async ({ server, visit }) => {
    server.link = knownLink;
    server.setStreaming(false);
    const page = await visit(withClock);
    await waitForView(page, "transfer");
    server.change(paid);
    await meanwhile(page, async () => (await view(page)) === "succeeded");
  });

  test("closes a stream that has gone silent", async ({ server, visit }) => {
    server.link = knownLink;
    const page = await visit(withClock);
    await waitForView(page, "transfer");
    await expect.poll(() => server.streams.size).toBe(1);
    const [silent] = server.streams;
    await page.clock.runFor(20_000);
    server.write(": a sign of life\n\n");
    await page.waitForTimeout(200);
    await page.clock.runFor(20_000);
    await page.waitForTimeout(200);
    expect(server.streams).toContain(silent);
    await page.clock.runFor(10_000);
    await page.waitForTimeout(200);
    expect(server.streams).toContain(silent);
    await page.clock.runFor(6_000);
    await expect.poll(() => server.streams.has(silent!)).toBe(false);
    await meanwhile(page, () => server.streams.size === 1);
  });

  test("joins events that arrive in pieces, and ignores outdated ones", async ({ server, visit }) => {
    server.link = knownLink;
    const page = await visit();
    await waitForView(page, "transfer");
    await expect.poll(() => server.streams.size).toBe(1);
    const at = (now: number, changes: object) =>
      `data: ${JSON.stringify({
        ...cakeSession,
        now: new Date(now).toISOString(),
        expiresAt: new Date(now + MINUTE).toISOString(),
        ...changes,
      })}\n\n`;
    const later = at(Date.now() + 5_000, { status: "underpaid", amountReceived: naira(3_000) });
    server.write(`: hello\n\n${later.slice(0, 30)}`);
    await page.waitForTimeout(100);
    server.write(later.slice(30));
    await page.getByText("₦3,000.00 of ₦5,000.00 has arrived.").waitFor();
    server.write(at(Date.now() - 5_000, {}));
    server.write("data: nonsense\n\n");
    await page.waitForTimeout(200);
    expect(await page.getByText("₦3,000.00 of ₦5,000.00 has arrived.").isVisible()).toBe(true);
    server.advance(1);
    server.change(paid);
    await waitForView(page, "succeeded");
  });

  test("shows money that arrives after the window has expired", async ({ server, visit }) => {
    server.link = knownLink;
    const page = await visit(withClock);
    await waitForView(page, "transfer");
    server.change({ status: "expired" });
    await waitForView(page, "expired");
    server.change(paid);
    await meanwhile(page, async () => (await view(page)) === "succeeded");
  });

  test("shows late money that does not settle, with the amount", async ({ server, visit }) => {
    server.link = knownLink;
    const page = await visit(withClock);
    await waitForView(page, "transfer");
    server.change({ status: "expired" });
    await waitForView(page, "expired");
    expect(await page.getByText("Only if you have not sent the money yet.").isVisible()).toBe(true);
    server.change({ amountReceived: naira(3_000) });
    const expired = page.locator("section#expired");
    const says = async (text: string) => (await expired.innerText()).replace(/\s+/g, " ").includes(text);
    await meanwhile(page, () => says("₦3,000.00 of ₦5,000.00 has arrived. Don’t send more to this account"));
    for (const gone of ["No transfer arrived", "Already sent the money?", "Get a new account number"])
      expect(await says(gone)).toBe(false);
    server.change({ amountReceived: naira(6_000) });
    await meanwhile(page, () => says("₦6,000.00 has arrived, but too late or not exactly what was due."));
    expect(await says("Don’t send more")).toBe(false);
    expect(await says(cakeSession.reference)).toBe(true);
  });

  test("pauses polling for late money while hidden, slows it down, and ends it after a day", async ({
    server,
    visit,
  }) => {
    server.link = knownLink;
    server.change({ status: "expired" });
    const page = await visit(withClock);
    await waitForView(page, "expired");
    const reads = readsOf(server).length;
    const runMinutes = async (minutes: number) => {
      for (let quarter = 0; quarter < minutes * 4; quarter++) {
        await page.clock.runFor(15_000);
        await page.waitForTimeout(20);
      }
      return readsOf(server).length - reads;
    };
    await setHidden(page, true);
    expect(await runMinutes(3)).toBe(0);
    await setHidden(page, false);
    const slow = await runMinutes(5);
    expect(slow).toBeGreaterThanOrEqual(4);
    expect(slow).toBeLessThanOrEqual(7);
    server.advance(25 * 60);
    const last = await runMinutes(2);
    expect(await runMinutes(3)).toBe(last);
  });

  test("stops polling once the payment is final", async ({ server, visit }) => {
    server.link = knownLink;
    const page = await visit(withClock);
    await waitForView(page, "transfer");
    server.change(paid);
    await waitForView(page, "succeeded");
    const before = server.calls.length;
    await page.clock.runFor(60_000);
    await page.waitForTimeout(200);
    expect(server.calls.length).toBe(before);
    expect(server.streams.size).toBe(0);
  });
});

describe("without connection", () => {
  test("says that a transfer is safe, checks on request, and recovers by itself", async ({
    server,
    visit,
  }) => {
    server.link = knownLink;
    const page = await visit();
    await waitForView(page, "transfer");
    await page.context().setOffline(true);
    await disconnected(page).waitFor();
    await page.getByRole("button", { name: "Check now" }).click();
    expect(await disconnected(page).isVisible()).toBe(true);
    server.change(paid);
    await page.context().setOffline(false);
    await waitForView(page, "succeeded");
  });

  test("recovers from a server that responds with errors", async ({ server, visit }) => {
    server.link = knownLink;
    const page = await visit(withClock);
    await waitForView(page, "transfer");
    server.failing = 500;
    server.setStreaming(false);
    await meanwhile(page, () => disconnected(page).isVisible());
    expect(await announcement(page)).toBe("No connection to the checkout.");
    server.failing = undefined;
    server.setStreaming(true);
    await meanwhile(page, async () => !(await disconnected(page).isVisible()));
    expect(await announcement(page)).toBe("Connected again.");
    expect(await view(page)).toBe("transfer");
  });

  test("before there is an account: says so, and continues by itself", async ({ visit }) => {
    const page = await visit();
    await page.context().setOffline(true);
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByLabel("Email").press("Enter");
    await waitForView(page, "unreachable");
    expect(await page.title()).toBe("No connection · Ada’s Bakery");
    await page.context().setOffline(false);
    await waitForView(page, "transfer");
  });

  test("retries with the same token until there is a response, and at once on request", async ({
    server,
    visit,
  }) => {
    server.link = knownLink;
    server.failing = 503;
    const page = await visit(withClock);
    await meanwhile(page, async () => (await view(page)) === "unreachable");
    const before = startsOf(server).length;
    server.failing = undefined;
    await page.getByRole("button", { name: "Try again" }).click();
    await page.locator("section#transfer").waitFor({ timeout: 2_000 });
    expect(startsOf(server)).toHaveLength(before + 1);
    expect(new Set(startsOf(server).map(({ authorization }) => authorization)).size).toBe(1);
  });

  test("says after twelve seconds that the server does not respond, and keeps trying", async ({
    server,
    visit,
  }) => {
    server.link = knownLink;
    server.isSilent = true;
    const page = await visit(withClock);
    await page.clock.runFor(8_000);
    expect(await view(page)).toBe("starting");
    await page.clock.runFor(5_000);
    expect(await view(page)).toBe("unreachable");
    server.isSilent = false;
    await page.clock.runFor(5_000);
    await waitForView(page, "transfer");
  });

  test("polls a server that does not respond less and less often", async ({ server, visit }) => {
    server.link = knownLink;
    const page = await visit({
      before: async (opened) => {
        await opened.clock.install();
        await opened.addInitScript(() => (Math.random = () => 0.99));
      },
    });
    await waitForView(page, "transfer");
    server.failing = 500;
    server.setStreaming(false);
    await meanwhile(page, () => readsOf(server).length >= 3);
    const before = readsOf(server).length;
    for (let second = 0; second < 50; second++) {
      await page.clock.runFor(1_000);
      await page.waitForTimeout(20);
    }
    expect(readsOf(server).length - before).toBeGreaterThan(0);
    expect(readsOf(server).length - before).toBeLessThanOrEqual(3);
  });

  test("treats a server that sends Retry-After as reachable, and waits as told", async ({
    server,
    visit,
  }) => {
    server.link = knownLink;
    const page = await visit(withClock);
    await waitForView(page, "transfer");
    await expect.poll(() => server.streams.size).toBe(1);
    const [stream] = server.streams;
    server.failing = 429;
    server.retryAfter = 60;
    const refused = page.waitForResponse((response) => response.status() === 429);
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await (await refused).finished();
    // The page's clock moves on only after the page has read the response. Earlier, the page would give the request up.
    await page.evaluate(() => fetch(location.href));
    await page.clock.runFor(10_000);
    expect(await disconnected(page).isVisible()).toBe(false);
    expect(server.streams).toContain(stream);
    expect(readsOf(server)).toHaveLength(1);
    server.setStreaming(false);
    for (let second = 0; second < 40; second++) await page.clock.runFor(1_000);
    expect(readsOf(server)).toHaveLength(1);
  });

  test("waits for an account that takes longer than one request", async ({ server, visit }) => {
    server.link = knownLink;
    server.change({ status: "starting" });
    server.isPatient = false;
    const page = await visit();
    await expect.poll(() => server.streams.size).toBe(1);
    expect(await view(page)).toBe("starting");
    server.change({ status: "awaiting_payment" });
    await waitForView(page, "transfer");
    expect(startsOf(server)).toHaveLength(1);
  });
});

describe("coming back", () => {
  test("a reload goes on with the same session", async ({ server, visit }) => {
    const page = await visit();
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByLabel("Email").press("Enter");
    await waitForView(page, "transfer");
    await page.reload();
    await waitForView(page, "transfer");
    expect(startsOf(server)).toHaveLength(1);
    server.change(paid);
    await waitForView(page, "succeeded");
  });

  test("a reload shows the receipt again, even where the link is closed by it", async ({ server, visit }) => {
    server.link = knownLink;
    const page = await visit();
    await waitForView(page, "transfer");
    server.change(paid);
    await waitForView(page, "succeeded");
    await page.reload();
    await waitForView(page, "succeeded");
    server.link = { ...knownLink, status: "paid" };
    await page.reload();
    await waitForView(page, "succeeded");
    expect(startsOf(server)).toHaveLength(1);
  });

  test("opening the link again after a part payment does not ask for the full amount again", async ({
    server,
    visit,
  }) => {
    server.link = knownLink;
    server.change({ status: "expired", amountReceived: naira(3_000), amountDue: naira(2_000) });
    const page = await visit();
    await waitForView(page, "expired");
    await page.goto(`${server.origin}/elsewhere`);
    await page.goto(server.url);
    await waitForView(page, "expired");
    expect(startsOf(server)).toHaveLength(1);
  });

  test("a part payment on a link that somebody else paid is not shown as a success", async ({
    server,
    visit,
  }) => {
    server.link = knownLink;
    const page = await visit();
    await waitForView(page, "transfer");
    server.link = { ...knownLink, status: "paid" };
    server.change({ status: "closed", amountReceived: naira(3_000) });
    await waitForView(page, "closed");
    await page.goto(`${server.origin}/elsewhere`);
    await page.goto(server.url);
    await waitForView(page, "closed");
    expect(await textOf(page, "reference")).toBe(cakeSession.reference);
  });

  test("a success while the page was closed redirects to the merchant, even where the link is paid", async ({
    server,
    visit,
  }) => {
    server.link = knownLink;
    const page = await visit();
    await waitForView(page, "transfer");
    await page.goto(`${server.origin}/elsewhere`);
    server.link = { ...knownLink, status: "paid" };
    server.change({ ...paid, redirectUrl: `${server.origin}/thanks` });
    await page.goto(server.url);
    await waitForView(page, "succeeded");
    await page.waitForURL(`${server.origin}/thanks`);
  });

  for (const isReloaded of [false, true]) {
    const when = isReloaded ? "over a reload" : "without a reload";
    test(`money for an account that the payer gave up is a success all the same, ${when}`, async ({
      server,
      visit,
    }) => {
      server.link = knownLink;
      const page = await visit(withClock);
      await waitForView(page, "transfer");
      server.change({ status: "expired" });
      await waitForView(page, "expired");
      server.change({ status: "awaiting_payment" });
      await page.getByRole("button", { name: "Get a new account number" }).click();
      await waitForView(page, "transfer");
      server.changeOnly(startsOf(server)[0]?.authorization, paid);
      if (isReloaded) await page.reload();
      await meanwhile(page, async () => (await view(page)) === "succeeded");
      await page.reload();
      await waitForView(page, "succeeded");
      expect(startsOf(server)).toHaveLength(2);
    });
  }

  test("money for an abandoned account, which closes the link, is a success", async ({ server, visit }) => {
    const page = await visit();
    const sayEmail = async () => {
      await page.getByLabel("Email").fill("ada@example.com");
      await page.getByLabel("Email").press("Enter");
      await waitForView(page, "transfer");
    };
    await sayEmail();
    await page.getByText("Only if you have not sent the money yet.").first().waitFor();
    await page.getByRole("button", { name: "Change email" }).click();
    await sayEmail();
    server.changeOnly(startsOf(server)[0]?.authorization, paid);
    server.change({ status: "closed" });
    await waitForView(page, "succeeded");
  });

  test("a session that the server does not know is started again", async ({ server, visit }) => {
    await visit({
      before: (page) =>
        page.addInitScript(
          (key) => localStorage.setItem(key, `${Date.now()} 0 ${"a".repeat(43)}`),
          `checkout:${cakeLink.slug}`,
        ),
    }).then((page) => waitForView(page, "details"));
    expect(readsOf(server)).toHaveLength(1);
  });

  test("a session that the server has forgotten does not start another account", async ({
    server,
    visit,
  }) => {
    server.link = knownLink;
    const page = await visit(withClock);
    await waitForView(page, "transfer");
    server.forget();
    await meanwhile(page, () => disconnected(page).isVisible());
    await page.clock.runFor(20_000);
    expect(startsOf(server)).toHaveLength(1);
    expect(await view(page)).toBe("transfer");
  });

  test("coming back to the tab polls at once", async ({ server, visit }) => {
    server.link = knownLink;
    const page = await visit();
    await waitForView(page, "transfer");
    await expect.poll(() => server.streams.size).toBe(1);
    const before = readsOf(server).length;
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect.poll(() => readsOf(server).length, { timeout: 2_000 }).toBe(before + 1);
  });
});
