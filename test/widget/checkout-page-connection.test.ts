import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { announcement, test, view, waitForView } from "./checkout-page-test.ts";
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

/** What the page shows while the server does not answer. */
const disconnected = (page: Page) => page.locator("[data-part=disconnected]");

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

  test("learns of the payment by polling alone where no stream can be had", async ({ server, visit }) => {
    server.link = knownLink;
    server.setStreaming(false);
    const page = await visit(withClock);
    await waitForView(page, "transfer");
    server.change(paid);
    await meanwhile(page, async () => (await view(page)) === "succeeded");
  });

  test("gives up a stream that has gone silent", async ({ server, visit }) => {
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
    await expect.poll(() => server.streams.size, { timeout: 5_000 }).toBe(1);
  });

  test("puts events together that arrive in pieces, and leaves out what it overtook", async ({
    server,
    visit,
  }) => {
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

  test("hears of money that arrives after the window has lapsed", async ({ server, visit }) => {
    server.link = knownLink;
    const page = await visit(withClock);
    await waitForView(page, "transfer");
    server.change({ status: "expired" });
    await waitForView(page, "expired");
    server.change(paid);
    await meanwhile(page, async () => (await view(page)) === "succeeded");
  });

  test("stops asking once the payment has come to its end", async ({ server, visit }) => {
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
  test("says that a transfer is safe, can be asked to check, and recovers by itself", async ({
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

  test("recovers from a server that answers with errors", async ({ server, visit }) => {
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

  test("before there is an account: says so, and goes on by itself", async ({ visit }) => {
    const page = await visit();
    await page.context().setOffline(true);
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByLabel("Email").press("Enter");
    await waitForView(page, "unreachable");
    expect(await page.title()).toBe("No connection · Ada’s Bakery");
    await page.context().setOffline(false);
    await waitForView(page, "transfer");
  });

  test("tries with the same token until it is answered, and at once when told to", async ({
    server,
    visit,
  }) => {
    server.link = knownLink;
    server.failing = 503;
    const page = await visit();
    await waitForView(page, "unreachable");
    server.failing = undefined;
    await page.getByRole("button", { name: "Try again" }).click();
    await page.locator("[data-view=transfer]").waitFor({ timeout: 2_000 });
    expect(startsOf(server)).toHaveLength(4);
    expect(new Set(startsOf(server).map(({ authorization }) => authorization)).size).toBe(1);
  });

  test("waits for an account that is longer under way than the server has patience", async ({
    server,
    visit,
  }) => {
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

  test("opening the link anew after the end begins a new payment", async ({ server, visit }) => {
    server.link = knownLink;
    const page = await visit();
    await waitForView(page, "transfer");
    server.change(paid);
    await waitForView(page, "succeeded");
    server.change(cakeSession);
    await page.goto(`${server.origin}/elsewhere`);
    await page.goto(server.url);
    await waitForView(page, "transfer");
    expect(startsOf(server)).toHaveLength(2);
  });

  test("a session that the server does not know is begun anew", async ({ server, visit }) => {
    await visit({
      before: (page) =>
        page.addInitScript((key) => sessionStorage.setItem(key, "a".repeat(43)), `checkout:${cakeLink.slug}`),
    }).then((page) => waitForView(page, "details"));
    expect(readsOf(server)).toHaveLength(1);
  });

  test("a session that the server has forgotten is no reason for another account", async ({
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

  test("C16 works where the browser keeps nothing", async ({ server, visit }) => {
    server.link = knownLink;
    const page = await visit({
      before: (page) =>
        page.addInitScript(() =>
          Object.defineProperty(window, "sessionStorage", {
            get() {
              throw new DOMException("no", "SecurityError");
            },
          }),
        ),
    });
    await waitForView(page, "transfer");
    server.change(paid);
    await waitForView(page, "succeeded");
  });

  test("coming back to the tab asks at once", async ({ server, visit }) => {
    server.link = knownLink;
    const page = await visit();
    await waitForView(page, "transfer");
    await expect.poll(() => server.streams.size).toBe(1);
    const before = readsOf(server).length;
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect.poll(() => readsOf(server).length, { timeout: 2_000 }).toBe(before + 1);
  });
});
