import type { BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";
import { test, textOf, waitForView } from "./page-test.ts";
import {
  cakeLink,
  cakeSession,
  knownLink,
  naira,
  openLink,
  startsOf,
  type FakeCheckout,
} from "./start-fake-checkout.ts";

const paid = { status: "succeeded", amountReceived: naira(5_000), amountDue: naira(0) } as const;

const open = async (context: BrowserContext, { url }: FakeCheckout, query = ""): Promise<Page> => {
  const page = await context.newPage();
  await page.goto(url + query);
  return page;
};

/** The sessions that the server was asked for, each once. */
const sessionsOf = (server: FakeCheckout) =>
  new Set(startsOf(server).map(({ authorization }) => authorization)).size;

const pay = async (page: Page) => {
  await page.getByLabel("Email").fill("ada@example.com");
  await page.getByLabel("Email").press("Enter");
};

test("a payer who opens the link again, in another tab or after closing it, has the same account", async ({
  server,
  context,
}) => {
  const first = await open(context, server);
  await pay(first);
  await waitForView(first, "transfer");
  const second = await open(context, server);
  await waitForView(second, "transfer");
  expect(await textOf(second, "accountNumber")).toBe(await textOf(first, "accountNumber"));
  await first.close();
  await second.close();
  const third = await open(context, server);
  await waitForView(third, "transfer");
  await third.reload();
  await waitForView(third, "transfer");
  await third.goto(`${server.origin}/elsewhere`);
  await third.goBack();
  await waitForView(third, "transfer");
  expect(sessionsOf(server)).toBe(1);
});

test("tabs that are opened at the same time share one session, with and without a form", async ({
  server,
  context,
}) => {
  for (const link of [knownLink, knownLink, knownLink, cakeLink]) {
    const known = sessionsOf(server);
    server.link = { ...link, slug: String.fromCharCode(98 + known).repeat(22) };
    const at = { ...server, url: `${server.origin}/pay/${server.link.slug}` };
    const tabs = await Promise.all(Array.from({ length: 3 }, () => open(context, at)));
    if (link === cakeLink) await Promise.all(tabs.map(pay));
    for (const tab of tabs) await waitForView(tab, "transfer");
    expect(sessionsOf(server)).toBe(known + 1);
    for (const tab of tabs) await tab.close();
  }
});

test("a form that was left open shows the account which another tab has got meanwhile", async ({
  server,
  context,
}) => {
  server.link = openLink;
  const waiting = await open(context, server);
  await waiting.getByLabel("Amount").fill("1000");
  const paying = await open(context, server);
  await paying.getByLabel("Amount").fill("5000");
  await pay(paying);
  await waitForView(paying, "transfer");
  await waiting.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await waitForView(waiting, "transfer");
  expect(sessionsOf(server)).toBe(1);
});

test("a payer who comes back to a link that they have paid sees that, and no closed link", async ({
  server,
  context,
}) => {
  server.link = knownLink;
  const page = await open(context, server);
  await waitForView(page, "transfer");
  // While no tab is open.
  await page.close();
  server.link = { ...knownLink, status: "paid" };
  server.change({ ...paid, isLinkOpen: false });
  for (let times = 0; times < 2; times++) {
    const again = await open(context, server);
    await waitForView(again, "succeeded");
    expect(await textOf(again, "amountPaid")).toBe("₦5,000.00");
    expect(await again.getByRole("button", { name: "Pay again" }).count()).toBe(0);
    await again.close();
  }
});

test("a reusable link shows the payment that was made, and takes another in a new session", async ({
  server,
  context,
}) => {
  server.link = knownLink;
  const page = await open(context, server);
  await waitForView(page, "transfer");
  server.change(paid);
  await waitForView(page, "succeeded");
  const again = await open(context, server);
  await waitForView(again, "succeeded");
  server.change(cakeSession);
  for (const tab of [again, page]) await tab.getByRole("button", { name: "Pay again" }).click();
  for (const tab of [again, page]) await waitForView(tab, "transfer");
  expect(sessionsOf(server)).toBe(2);
  const third = await open(context, server);
  await waitForView(third, "transfer");
  expect(sessionsOf(server)).toBe(2);
});

test("every page that was open when the money came tells of it; one that is opened later does not", async ({
  server,
  context,
}) => {
  server.link = knownLink;
  const tabs = [await open(context, server), await open(context, server)];
  for (const tab of tabs) await waitForView(tab, "transfer");
  await expect.poll(() => server.streams.size).toBe(2);
  server.change({ ...paid, redirectUrl: `${server.origin}/thanks` });
  for (const tab of tabs) await tab.waitForURL(`${server.origin}/thanks`);
  const late = await open(context, server);
  await waitForView(late, "succeeded");
  expect(await late.getByText("Taking you back").count()).toBe(0);
});

test("an account that expired is explained to who comes back; after a day the link starts again", async ({
  server,
  context,
}) => {
  server.link = knownLink;
  const page = await open(context, server);
  await waitForView(page, "transfer");
  server.advance(31);
  server.change({ status: "expired" });
  await waitForView(page, "expired");
  const soon = await open(context, server);
  await waitForView(soon, "expired");
  expect(sessionsOf(server)).toBe(1);
  const authorization = startsOf(server)[0]?.authorization;
  server.advance(24 * 60);
  server.change({ status: "awaiting_payment" });
  server.changeOnly(authorization, { status: "expired" });
  const late = await open(context, server);
  await waitForView(late, "transfer");
  expect(sessionsOf(server)).toBe(2);
});

test("remembers twenty links, none for more than seven days", async ({ server, context }) => {
  const day = 24 * 60 * 60_000;
  const first = await open(context, { ...server, url: `${server.origin}/elsewhere` });
  await first.evaluate((ms) => {
    localStorage.setItem("something", "else");
    localStorage.setItem("checkout:broken", "{}");
    for (let n = 0; n < 30; n++) {
      const token = String.fromCharCode(65 + n).repeat(43);
      localStorage.setItem(`checkout:${n}`, `${Date.now() - (n * ms) / 4} 0 ${token}`);
    }
  }, day);
  server.link = { ...knownLink };
  const page = await open(context, server);
  await waitForView(page, "transfer");
  const names = async () => (await page.evaluate(() => Object.keys(localStorage))).toSorted();
  const kept = Array.from({ length: 20 }, (_, n) => `checkout:${n}`);
  expect(await names()).toEqual([...kept, `checkout:${knownLink.slug}`, "something"].toSorted());
  await page.reload();
  await waitForView(page, "transfer");
  const left = [...kept.slice(0, 19), `checkout:${knownLink.slug}`, "something"];
  expect(await names()).toEqual(left.toSorted());
  expect(sessionsOf(server)).toBe(1);
  // A week later the browser does not know the session any more.
  await page.clock.setSystemTime(Date.now() + 8 * day);
  await page.reload();
  await waitForView(page, "transfer");
  expect(sessionsOf(server)).toBe(2);
});

test.for([
  [
    "refuses to store",
    () => Object.defineProperty(Storage.prototype, "setItem", { value: refuse("QuotaExceededError") }),
  ],
  ["has no storage", () => Object.defineProperty(window, "localStorage", { get: refuse("SecurityError") })],
] as const)("a browser that %s finds the session in the same tab", async ([, block], { server, context }) => {
  await context.addInitScript(
    `const refuse = (name) => () => { throw new DOMException("no", name) }; (${block})()`,
  );
  server.link = knownLink;
  const page = await open(context, server);
  await waitForView(page, "transfer");
  await page.reload();
  await waitForView(page, "transfer");
  expect(sessionsOf(server)).toBe(1);
  server.change(paid);
  await waitForView(page, "succeeded");
  await page.reload();
  await waitForView(page, "succeeded");
  expect(sessionsOf(server)).toBe(1);
});

/** In the page's own script: see above. */
declare function refuse(name: string): () => never;
