import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { Tenant } from "../../../sql/merchants/tenant.ts";
import { createPerson, type Person } from "../../helpers/create-person.ts";
import { createMember } from "../../helpers/create-member.ts";
import { createLink, createPayout, resolveDestination } from "../../helpers/records.ts";
import { test as base } from "../../helpers/test.ts";
import { checkScreen } from "./check-screen.ts";
import { failToRefresh, visitDashboard } from "./visit-dashboard.ts";

const test = base.extend<{
  tenant: Tenant;
  lister: { person: Person; visit: (path: string) => Promise<Page> };
}>({
  /** A business with 45 payouts, of ₦1,001 to ₦1,045, the largest last. */
  tenant: [
    async ({ fileDatabase: database }, use) => {
      const { tenant } = await createMember(database, { available: 1_000_000_00n });
      await resolveDestination(database, tenant);
      for (let n = 1; n <= 45; n++) {
        const amount = BigInt(1_000 + n) * 100n;
        await createPayout(database, tenant, { amount });
      }
      await use(tenant);
    },
    { scope: "file" },
  ],
  /** Somebody of that business. */
  lister: async ({ context, fileDatabase, fileIngress, tenant }, use) => {
    const person = await createPerson(fileDatabase, [[tenant.merchantId, "viewer"]]);
    await use({ person, visit: (path) => visitDashboard(context, fileIngress, person, path) });
  },
});

const rows = (page: Page) => page.getByRole("row").filter({ has: page.getByRole("cell") });
const firstRow = async (page: Page) => (await rows(page).first().textContent()) ?? "";
const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true });
const searchOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

describe("a list", () => {
  test("is read in pages, forth and back, which survive a reload and can be sent to somebody", async ({
    lister: { visit },
  }) => {
    const page = await visit("/dashboard/test/payouts");
    await expect.poll(() => firstRow(page)).toContain("₦1,045.00");
    expect(await rows(page).count()).toBe(20);
    expect(await link(page, "Newer").count()).toBe(0);
    await link(page, "Older").click();
    await expect.poll(() => firstRow(page)).toContain("₦1,025.00");
    await page.reload();
    await expect.poll(() => firstRow(page)).toContain("₦1,025.00");
    await link(page, "Older").click();
    await expect.poll(() => firstRow(page)).toContain("₦1,005.00");
    expect(await rows(page).count()).toBe(5);
    expect(await link(page, "Older").count()).toBe(0);
    const last = page.url();
    await link(page, "Newer").click();
    await expect.poll(() => firstRow(page)).toContain("₦1,025.00");
    await link(page, "Newer").click();
    await expect.poll(() => firstRow(page)).toContain("₦1,045.00");
    expect(searchOf(page)).toEqual({});

    const sent = await visit(new URL(last).pathname + new URL(last).search);
    await expect.poll(() => firstRow(sent)).toContain("₦1,005.00");
    await link(sent, "Newest").click();
    await expect.poll(() => firstRow(sent)).toContain("₦1,045.00");
  });

  test("keeps its filters on the way back from one of its items, by Back and by the link above it", async ({
    lister: { visit },
  }) => {
    const page = await visit("/dashboard/test/payouts");
    await page.getByRole("button", { name: /^All Status/ }).click();
    await page.getByRole("option", { name: "Pending" }).click();
    await expect.poll(() => searchOf(page)).toEqual({ status: "pending" });
    for (const back of [
      () => page.goBack(),
      () => page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link").click(),
    ]) {
      await link(page, "₦1,045.00").click();
      await page.getByRole("heading", { level: 1, name: "₦1,045.00" }).waitFor();
      await back();
      await page.getByRole("heading", { level: 1, name: "Payouts" }).waitFor();
      await page.getByRole("button", { name: /^Pending Status/ }).waitFor();
      expect(searchOf(page)).toEqual({ status: "pending" });
    }
  });

  test("that could not be refreshed stays, says when it was loaded, and is loaded again on demand", async ({
    lister: { visit },
  }) => {
    const page = await visit("/dashboard/test/payouts");
    await expect.poll(() => firstRow(page)).toContain("₦1,045.00");
    const lists = /dashboard\/api\/test\/payouts/;
    await failToRefresh(page, lists, 10_000);
    const notice = page.getByText("Couldn’t refresh this. Last loaded");
    await notice.waitFor();
    await expect.poll(() => firstRow(page)).toContain("₦1,045.00");
    await page.clock.fastForward(130_000);
    await page.getByText("Last loaded 2 minutes ago").waitFor();
    await checkScreen(page);
    await page.unroute(lists);
    await page.getByRole("button", { name: "Try again" }).click();
    await notice.waitFor({ state: "detached" });
  });

  test("that is empty says it too where it could not be refreshed", async ({
    fileDatabase,
    tenant,
    lister: { visit },
  }) => {
    const page = await visit(`/dashboard/test/payment-links/${await createLink(fileDatabase, tenant)}`);
    await page.getByText("No payments yet.").waitFor();
    await failToRefresh(page, /dashboard\/api\/test\/collections/, 10_000);
    await page.getByText("Couldn’t refresh this. Last loaded").waitFor();
    await checkScreen(page);
  });

  test("is filtered by its address, from the newest page on", async ({ lister: { visit } }) => {
    const page = await visit("/dashboard/test/payouts");
    await link(page, "Older").click();
    await expect.poll(() => firstRow(page)).toContain("₦1,025.00");
    await page.getByRole("button", { name: /^All Status/ }).click();
    await page.getByRole("option", { name: "Failed" }).click();
    await page.getByRole("heading", { name: "No payouts match" }).waitFor();
    expect(searchOf(page)).toEqual({ status: "failed" });
    await checkScreen(page);
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect.poll(() => firstRow(page)).toContain("₦1,045.00");
    expect(searchOf(page)).toEqual({});
  });

  test("opens an item wherever its row is pressed, and with Enter; Back leads to the same page of it", async ({
    lister: { visit },
  }) => {
    const page = await visit("/dashboard/test/payouts");
    await link(page, "Older").click();
    await expect.poll(() => firstRow(page)).toContain("₦1,025.00");
    await checkScreen(page);
    // Clicks at the cell's place: the row's link lies over its cells.
    await rows(page).first().getByRole("cell").nth(2).click({ force: true });
    await page.getByRole("heading", { level: 1, name: "₦1,025.00" }).waitFor();
    await checkScreen(page);
    await page.goBack();
    await expect.poll(() => firstRow(page)).toContain("₦1,025.00");
    await rows(page).first().getByRole("link").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "₦1,025.00" }).waitFor();
  });

  test("says why it cannot be loaded, and tries again", async ({ lister: { visit } }) => {
    const page = await visit("/dashboard/test/payouts?status=lost");
    await page.getByRole("alert").getByText("The status must be one of").waitFor();
    await checkScreen(page);

    await page.route("**/dashboard/api/test/payouts*", (route) => route.abort());
    await page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "Payouts", exact: true })
      .click();
    await page.getByText("We can’t reach the service. Check your connection.").waitFor();
    await page.unroute("**/dashboard/api/test/payouts*");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.poll(() => firstRow(page)).toContain("₦1,045.00");
  });

  test("of a session that has ended leads to sign in, and names the way back", async ({
    context,
    fileIngress: ingress,
    lister: { person, visit },
  }) => {
    const page = await visit("/dashboard/test/payouts?status=pending");
    await expect.poll(() => firstRow(page)).toContain("₦1,045.00");
    await fetch(`${ingress.url}/dashboard/api/sign-out`, {
      method: "POST",
      headers: {
        cookie: `__Host-session=${person.session}`,
        origin: ingress.url,
        "sec-fetch-site": "same-origin",
      },
    });
    await link(page, "Older").click();
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
    expect(searchOf(page)["next"]).toMatch(/^\/dashboard\/test\/payouts\?status=pending/);
    await context.close();
  });
});
