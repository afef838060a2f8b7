import type { Frame, Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { CheckoutLink } from "../../ingress/checkout/checkout-link.ts";
import { findAxeFaults } from "../helpers/browser/find-axe-faults.ts";
import { test, waitForView } from "./page-test.ts";
import { cakeLink, naira, openLink, type FakeCheckout } from "./start-fake-checkout.ts";

type State = {
  link?: Partial<CheckoutLink>;
  /** In a frame of a shop, which goes on to the merchant only when the payer clicks. */
  isEmbedded?: true;
  prepare?: (server: FakeCheckout) => void;
  /** Leads an open page to the state. */
  reach?: (page: Frame, server: FakeCheckout) => Promise<void>;
};

const known = { isEmailKnown: true };
const refuse = (status: number) => (server: FakeCheckout) => {
  server.refusal = { status, body: { error: { code: "ANY", message: "any" } } };
};
const is = (view: string) => (page: Frame) => waitForView(page, view);

const longText =
  "Donaudampfschifffahrtselektrizitaetenhauptbetriebswerk: registration and accommodation for the three-day annual conference of the West African Association of Independent Bookkeepers 2027 in Ibadan";

const states: Record<string, State> = {
  "the form": { reach: is("details") },
  "the form of an open link": { link: { ...openLink, minAmount: naira(1_000) }, reach: is("details") },
  "the form with errors": {
    link: { ...openLink, minAmount: naira(1_000) },
    reach: async (page) => {
      await page.getByLabel("Amount").fill("200");
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByText("Enter your email address.").waitFor();
    },
  },
  starting: {
    link: known,
    prepare: (server) => server.change({ status: "starting" }),
    reach: is("starting"),
  },
  transfer: { link: known, reach: is("transfer") },
  "transfer in test mode": { link: { ...known, environment: "test" }, reach: is("transfer") },
  "transfer in a frame": { link: { ...known, environment: "test" }, isEmbedded: true, reach: is("transfer") },
  "transfer of much to somebody with a long name": {
    link: { ...known, title: longText, merchantName: longText.toUpperCase() },
    prepare: (server) =>
      server.change({
        amountDue: naira(10_000_000_000),
        bankAccount: { bankName: longText, accountNumber: "0123456789", accountName: longText },
      }),
    reach: is("transfer"),
  },
  "transfer with little time left": {
    link: known,
    prepare: (server) => server.change({ expiresAt: new Date(Date.now() + 90_000).toISOString() }),
    reach: is("transfer"),
  },
  "time is up": {
    link: known,
    prepare: (server) => server.change({ expiresAt: new Date(Date.now() - 1_000).toISOString() }),
    reach: (page) => page.getByText("Time is up").waitFor(),
  },
  "transfer without connection": {
    link: known,
    reach: async (page, server) => {
      await waitForView(page, "transfer");
      server.failing = 500;
      server.setStreaming(false);
      await page.evaluate(() => window.dispatchEvent(new Event("offline")));
      await page.locator(".disconnected").waitFor();
    },
  },
  underpaid: {
    link: known,
    prepare: (server) =>
      server.change({ status: "underpaid", amountReceived: naira(3_000), amountDue: naira(2_000) }),
    reach: is("transfer"),
  },
  succeeded: {
    link: known,
    prepare: (server) => server.change({ status: "succeeded", amountReceived: naira(5_000) }),
    reach: is("succeeded"),
  },
  "succeeded in a frame": {
    link: known,
    isEmbedded: true,
    prepare: (server) =>
      server.change({
        status: "succeeded",
        amountReceived: naira(5_000),
        redirectUrl: "https://shop.example/",
      }),
    reach: is("succeeded"),
  },
  expired: { link: known, prepare: (server) => server.change({ status: "expired" }), reach: is("expired") },
  "expired with a part of the money": {
    link: known,
    prepare: (server) => server.change({ status: "expired", amountReceived: naira(3_000) }),
    reach: is("expired"),
  },
  "expired with all of the money": {
    link: known,
    prepare: (server) => server.change({ status: "expired", amountReceived: naira(5_000) }),
    reach: is("expired"),
  },
  closed: { link: known, prepare: (server) => server.change({ status: "closed" }), reach: is("closed") },
  failed: { link: known, prepare: refuse(500), reach: is("failed") },
  busy: { link: known, prepare: refuse(429), reach: is("busy") },
  unreachable: {
    link: known,
    prepare: (server) => (server.failing = 502),
    reach: is("unreachable"),
  },
  paid: { link: { status: "paid" }, reach: is("paid") },
  disabled: { link: { status: "disabled" }, reach: is("disabled") },
  unavailable: { link: { status: "unavailable" }, reach: is("unavailable") },
};

/**
 * What axe finds wrong, on phones and desktops, light and dark; and whether anything sticks out to the side. Wider
 * phones than the narrowest have the same layout, and more room.
 */
async function faultsOf(page: Page, checkout: Frame): Promise<string[]> {
  const faults: string[] = [];
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    if (await checkout.evaluate(() => document.documentElement.scrollWidth > innerWidth)) {
      faults.push(`${width}: sticks out`);
    }
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const found = await findAxeFaults(checkout, { colorsOnly: colorScheme === "dark" });
      faults.push(...found.map((fault) => `${width} ${colorScheme} ${fault}`));
    }
  }
  return faults;
}

describe("accessibility and layout of each state, on phones and desktops, light and dark", () => {
  for (const [name, { link = {}, isEmbedded, prepare, reach }] of Object.entries(states)) {
    test(`finds nothing wrong in: ${name}`, async ({ server, visit }) => {
      server.link = link.amountType === "open" ? { ...openLink, ...link } : { ...cakeLink, ...link };
      if (isEmbedded) server.embedding = { parentOrigin: server.origin, nonce: "n".repeat(22) };
      prepare?.(server);
      // Axe is no part of the page.
      const page = await visit({ context: { bypassCSP: true }, isEmbedded: isEmbedded ?? false });
      const checkout = isEmbedded ? page.frame({ url: server.url })! : page.mainFrame();
      await reach?.(checkout, server);
      expect(await faultsOf(page, checkout)).toEqual([]);
    });
  }

  test("finds nothing wrong in: unknown link", async ({ server, visit }) => {
    server.link = undefined;
    const page = await visit({ context: { bypassCSP: true } });
    await page.getByRole("heading", { name: "We can’t find this payment link" }).waitFor();
    expect(await faultsOf(page, page.mainFrame())).toEqual([]);
  });
});
