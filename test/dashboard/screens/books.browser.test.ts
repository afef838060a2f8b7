import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { MemberRole } from "../../../sql/members/member-json.ts";
import { advanceTestClock } from "../../../sql/clock/test-clock.ts";
import { payOut } from "../../charges/pay-out.ts";
import { translatePage } from "../../helpers/browser/translate-page.ts";
import { createLiveMember, createMember } from "../../helpers/create-member.ts";
import { createPerson, type Person } from "../../helpers/create-person.ts";
import {
  createPayout,
  createVirtualAccount,
  fund,
  payIn,
  resolveDestination,
} from "../../helpers/records.ts";
import { test as base } from "../../helpers/test.ts";
import { checkScreen } from "./check-screen.ts";
import { photograph } from "./photograph.ts";
import { failToRefresh, goTo, visitDashboard } from "./visit-dashboard.ts";
import { lagosDay } from "../../helpers/lagos-day.ts";

const DAY_MS = 86_400_000;
/** A day in Nigeria, so many days from now. */
const day = (later = 0) => lagosDay(new Date(), later);

type Books = {
  payout: string;
  visit: (role: MemberRole, path: string) => Promise<{ page: Page; person: Person }>;
};

const test = base.extend<{ books: Books }>({
  /** A business in test with ₦10,000.00, of which it paid out ₦1,000.00. */
  books: async ({ context, database, ingress }, use) => {
    const { tenant } = await createMember(database, { available: 1_000_000n });
    await resolveDestination(database, tenant);
    const { reference } = await createPayout(database, tenant);
    await use({
      payout: reference,
      visit: async (role, path) => {
        const person = await createPerson(database, [[tenant.merchantId, role]]);
        return { person, page: await visitDashboard(context, ingress, person, `/dashboard/${path}`) };
      },
    });
  },
});

describe("the balance", () => {
  test("lists each movement with the balance after it, and leads to what moved it", async ({ books }) => {
    const { page } = await books.visit("viewer", "test/balance");
    const rows = page.getByRole("row").filter({ has: page.getByRole("cell") });
    await page.getByRole("cell", { name: "Payout", exact: true }).waitFor();
    const texts = await rows.allInnerTexts();
    expect(texts).toHaveLength(2);
    const today = page.getByRole("rowheader", { name: /\d{4}/ });
    await expect
      .poll(() => today.allInnerTexts())
      .toEqual([expect.stringMatching(/ \d{4}\s+2 movements \+₦9,000\.00$/)]);
    expect(texts[0]).toMatch(/^\S.*?\s+Payout\s+pyt_\w+\s+−₦1,000\.00\s+−₦1,000\.00\s+₦9,000\.00$/);
    expect(texts[1]).toMatch(
      /^\S.*?\s+Payment received\s+col_\w+\s+\+₦10,000\.00\s+\+₦10,000\.00\s+₦10,000\.00$/,
    );
    await checkScreen(page);
    await page.getByRole("link", { name: books.payout }).click();
    await page.getByRole("heading", { name: "₦1,000.00" }).waitFor();
  });

  test("is filtered by type and by either time", async ({ books }) => {
    const { page } = await books.visit("viewer", "test/balance");
    const payout = page.getByRole("link", { name: books.payout });
    await payout.waitFor();
    await page.getByRole("button", { name: /Type$/ }).click();
    await page.getByRole("option", { name: "Payment received" }).click();
    await payout.waitFor({ state: "detached" });
    expect(new URL(page.url()).searchParams.get("kind")).toBe("collection");
    await page.getByRole("rowheader", { name: "1 movement +₦10,000.00" }).waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await payout.waitFor();
    await page.getByRole("button", { name: /At the bank$/ }).click();
    await page.getByRole("option", { name: "Custom range" }).click();
    await page.getByLabel("To", { exact: true }).fill(day(-1));
    await page.getByLabel("To", { exact: true }).press("Enter");
    await page.getByRole("heading", { name: "No movements match" }).waitFor();
    expect(new URL(page.url()).searchParams.get("occurredTo")).not.toBeNull();
  });

  test("is shown at the end of any day until today", async ({ books }) => {
    const { page } = await books.visit("viewer", "test/balance");
    const shown = page.getByRole("region", { name: "Balance on a day" });
    await shown.getByText("₦9,000.00").waitFor();
    await shown.getByText("₦1,000.00").waitFor();
    const field = shown.getByLabel("Balance on");
    await field.fill(day(-1));
    await field.press("Enter");
    await expect.poll(() => shown.getByText("₦0.00").count()).toBe(2);
    await field.fill(day(3));
    await field.press("Enter");
    await shown.getByText("₦9,000.00").waitFor();
    expect(await field.inputValue()).toBe(day());
  });

  test("says when it was loaded where it could not be refreshed", async ({ books }) => {
    const { page } = await books.visit("viewer", "test/balance");
    const shown = page.getByRole("region", { name: "Balance on a day" });
    await shown.getByText("₦9,000.00").waitFor();
    await failToRefresh(page, /api\/test\/balances/, 10_000);
    await shown.getByText("Couldn’t refresh this. Last loaded").waitFor();
    await shown.getByText("₦9,000.00").waitFor();
    await checkScreen(page);
  });

  test("of live is another than that of test", async ({ books }) => {
    const { page } = await books.visit("viewer", "live/balance");
    await page.getByRole("heading", { name: "No movements yet" }).waitFor();
    expect(await page.getByText("₦9,000.00").count()).toBe(0);
  });
});

describe("the books of a live business", () => {
  const rowsOf = async (page: Page) =>
    (await page.getByRole("table").getByRole("row").allInnerTexts()).map((text) => text.split(/\s*\t\s*/));

  test("have fees and taxes, and what the bank dates earlier, also in a French browser that translates, on a slow network", async ({
    browser,
    database,
    ingress,
  }) => {
    const { tenant } = await createLiveMember(database, 2_000_000n);
    await payOut(database, tenant, { amount: 1_000_000n });
    const account = await createVirtualAccount(database, tenant, 70_000n);
    const paidAt = new Date(Date.now() - 40 * DAY_MS);
    await payIn(database, account.reference, 70_000n, { environment: "live", paidAt });
    const person = await createPerson(database, [[tenant.merchantId, "finance"]]);
    const context = await browser.newContext({ locale: "fr-FR", timezoneId: "Europe/Paris" });
    context.setDefaultTimeout(60_000);
    const page = await visitDashboard(context, ingress, person, "/dashboard/live/balance");
    await page.getByRole("cell", { name: "Payout", exact: true }).waitFor();
    await translatePage(page);
    const devTools = await context.newCDPSession(page);
    await devTools.send("Network.enable");
    const [latency, bytesPerSecond] = [400, 50_000];
    const slow = { latency, downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond };
    await devTools.send("Network.emulateNetworkConditions", { offline: false, ...slow });

    await page.getByRole("button", { name: /Type$/ }).click();
    await page.getByRole("option", { name: "Payout", exact: true }).click();
    await page.getByRole("rowheader", { name: /1 movement −₦10,076.88$/ }).waitFor();
    const [, , row] = await rowsOf(page);
    expect(row!.slice(3)).toEqual(["−₦10,000.00", "₦76.88", "−₦10,076.88", "₦9,923.12"]);
    await checkScreen(page);
    await photograph(page, "balance-live");

    await page.getByRole("link", { name: "Statements", exact: true }).first().click();
    await page.getByText("Closing balance").waitFor();
    expect(await rowsOf(page)).toEqual([
      ["Movement", "Amount", "Fees", "Net"],
      ["Opening balance", "₦0.00"],
      [
        expect.stringMatching(
          /^Payment received \(2\)\s+Of these, \+₦700.00 \(1\) happened at the bank before this period\.$/,
        ),
        "+₦20,700.00",
        "+₦20,700.00",
      ],
      ["Payout (1)", "−₦10,000.00", "₦76.88", "−₦10,076.88"],
      ["All movements (3)", "+₦10,700.00", "₦76.88", "+₦10,623.12"],
      ["Closing balance", "₦10,623.12"],
    ]);
    for (const fact of ["Service fee\\s+₦25.00", "VAT\\s+₦1.88", "Stamp duty\\s+₦50.00"])
      expect(await page.getByRole("main").innerText()).toMatch(new RegExp(fact));
    await checkScreen(page);
    await photograph(page, "statement-live");
    await context.close();
  });

  test("of a day end where those of the next one begin", async ({ context, database, ingress }) => {
    const { tenant } = await createMember(database, { available: 70_000n });
    await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 24 * 60 });
    await fund(database, tenant, 20_000n);
    const person = await createPerson(database, [[tenant.merchantId, "finance"]]);
    const page = await visitDashboard(context, ingress, person, "/dashboard/test/balance");
    const days = page.getByRole("rowheader", { name: /\d{4}/ });
    await expect
      .poll(() => days.allInnerTexts())
      .toEqual([
        expect.stringMatching(/1 movement \+₦200\.00$/),
        expect.stringMatching(/1 movement \+₦700\.00$/),
      ]);
    const shown = page.getByRole("region", { name: "Balance on a day" });
    await shown.getByLabel("Balance on").fill(day());
    await shown.getByLabel("Balance on").press("Enter");
    await shown.getByText("₦700.00").waitFor();
    for (const [date, opening, closing] of [
      [day(), "₦0.00", "₦700.00"],
      [day(1), "₦700.00", "₦900.00"],
    ] as const) {
      await goTo(page, `statements?from=${date}&to=${date}`);
      await page.getByText("Closing balance").waitFor();
      const rows = await rowsOf(page);
      expect([rows[1]!.at(-1), rows.at(-1)!.at(-1)]).toEqual([opening, closing]);
    }
  });
});

describe("a statement", () => {
  test("is that of the API, for the period that is chosen", async ({ books, ingress }) => {
    const { page, person } = await books.visit("finance", "test/statements");
    const rows = page.getByRole("table").getByRole("row");
    await rows.getByText("Closing balance").waitFor();
    const from = `${day().slice(0, 8)}01`;
    const { data } = await ingress.call(
      "GET",
      `/dashboard/api/test/statements?from=${from}&to=${day()}`,
      person,
    );
    expect(data).toMatchObject({
      opening: { available: { value: 0 } },
      total: { count: 2, net: { value: 900_000 } },
      closing: { available: { value: 900_000 }, reserved: { value: 100_000 } },
    });
    const texts = await rows.allInnerTexts();
    expect(texts.map((text) => text.split(/\s*\t\s*/))).toEqual([
      ["Movement", "Amount", "Fees", "Net"],
      ["Opening balance", "₦0.00"],
      ["Payment received (1)", "+₦10,000.00", "+₦10,000.00"],
      ["Payout (1)", "−₦1,000.00", "−₦1,000.00"],
      ["All movements (2)", "+₦9,000.00", "+₦9,000.00"],
      ["Closing balance", "₦9,000.00"],
    ]);
    await page.getByText("As of").waitFor();
    await checkScreen(page);
    await page.getByRole("button", { name: /Period$/ }).click();
    await page.getByRole("option", { name: "Last month" }).click();
    await expect
      .poll(() => new URL(page.url()).searchParams.get("to"))
      .toBe(new Date(Date.parse(from) - DAY_MS).toISOString().slice(0, 10));
    await expect.poll(() => rows.allInnerTexts()).toHaveLength(3);
    expect(await page.getByText("As of").count()).toBe(0);
    await page.getByRole("button", { name: /Period$/ }).click();
    await page.getByRole("option", { name: "Custom" }).click();
    // A first day after the last one takes the last one with it.
    await page.getByLabel("From").fill(day());
    await page.getByLabel("From").press("Enter");
    await expect.poll(() => page.getByLabel("To", { exact: true }).inputValue()).toBe(day());
    await rows.getByText("All movements (2)").waitFor();
    // So does one that is more than 366 days before.
    await page.getByLabel("From").fill("2024-01-01");
    await page.getByLabel("From").press("Enter");
    await expect.poll(() => page.getByLabel("To", { exact: true }).inputValue()).toBe("2024-12-31");
    await expect.poll(() => rows.allInnerTexts()).toHaveLength(3);
  });

  test("is downloaded with each movement", async ({ books }) => {
    const { page } = await books.visit("owner", "test/statements");
    const link = page.getByRole("link", { name: "Download CSV" });
    const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
    expect(await link.getAttribute("href")).toContain("x-merchant=mer_");
    expect(download.suggestedFilename()).toMatch(/^statement-NGN-.*\.csv$/);
    const sent = await link.evaluate(async ({ href }: HTMLAnchorElement) => (await fetch(href)).text());
    const file = await readFile(await download.path(), "utf8");
    expect(file).toBe(sent);
    expect(file.trim().split("\r\n")).toHaveLength(3);
  });

  test("is printed with the business and the period, and without what is around it", async ({ books }) => {
    const { page } = await books.visit("owner", "test/statements");
    await page.getByText("Closing balance").waitFor();
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    const main = page.getByRole("main");
    expect(await main.getByText(/^1 \w+ \d{4}( to |$)/).isVisible()).toBe(true);
    expect(await main.locator(".name [dir=auto]").first().isVisible()).toBe(true);
    expect(await main.getByText("TEST").isVisible()).toBe(true);
    expect(await page.getByRole("button").filter({ visible: true }).count()).toBe(0);
    expect(await page.getByRole("link").filter({ visible: true }).count()).toBe(0);
    const ink = await page.evaluate(() => getComputedStyle(document.querySelector("h1")!).color);
    expect(ink).toBe("rgb(16, 27, 21)");
  });

  test("is for finance and owners: a viewer reads why", async ({ books, ingress }) => {
    const { page, person } = await books.visit("viewer", "test/statements");
    await page.getByText("Statements are for people in finance and owners.").waitFor();
    expect(await page.getByRole("link", { name: "Download CSV" }).count()).toBe(0);
    await checkScreen(page);
    const path = `/dashboard/api/test/statements?from=${day()}&to=${day()}`;
    expect(await ingress.call("GET", path, person)).toMatchObject({
      status: 403,
      error: { code: "ROLE_INSUFFICIENT" },
    });
  });
});
