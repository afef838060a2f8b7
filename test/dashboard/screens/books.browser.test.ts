import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { MemberRole } from "../../../sql/members/member-json.ts";
import { createMember } from "../../helpers/create-member.ts";
import { createPerson, type Person } from "../../helpers/create-person.ts";
import { createPayout, resolveDestination } from "../../helpers/records.ts";
import { test as base } from "../../helpers/test.ts";
import { checkScreen } from "./check-screen.ts";
import { visitDashboard } from "./visit-dashboard.ts";

const DAY_MS = 86_400_000;
/** A day in Nigeria, so many days from now. */
const day = (later = 0) => new Date(Date.now() + 3_600_000 + later * DAY_MS).toISOString().slice(0, 10);

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
    await page.getByText("Payment received").last().waitFor();
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

  test("of live is another than that of test", async ({ books }) => {
    const { page } = await books.visit("viewer", "live/balance");
    await page.getByRole("heading", { name: "No movements yet" }).waitFor();
    expect(await page.getByText("₦9,000.00").count()).toBe(0);
  });
});
