import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { z } from "zod";
import { sql } from "../../../sql/process/sql-tag.ts";
import { createPerson } from "../../helpers/create-person.ts";
import { advanceTestClock } from "../../../sql/clock/test-clock.ts";
import { createMember } from "../../helpers/create-member.ts";
import { createPayout, createVirtualAccount, payIn, resolveDestination } from "../../helpers/records.ts";
import { test } from "../../helpers/test.ts";
import { checkScreen } from "./check-screen.ts";
import { createDemoShop } from "../story/demo-shop.ts";
import { goTo, visitDashboard } from "./visit-dashboard.ts";

const headings = (page: Page) => page.getByRole("heading", { level: 2 }).allTextContents();
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

describe("the page of an item", () => {
  test("tells what happened, what to do next, how money moved and what was told of it", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const shop = await createDemoShop(database, "");
    const owner = await createPerson(database, [[shop.tenant.merchantId, "owner"]]);
    const page = await visitDashboard(context, ingress, owner, "/dashboard/test/");
    const all = ["Timeline", "Ledger entries", "Events", "Details"];
    const pages: [path: string, parts: string[]][] = [
      [`collections/${shop.collection}`, all],
      [`virtual-accounts/${shop.account}`, [...all, "Payments", "Collection"]],
      [`payouts/${shop.payout}`, all],
      [`refunds/${shop.refund}`, all],
      [`identity-checks/${shop.check}`, all],
      // Payments, journals and events stand on the page of the link's collection.
      [`payment-links/${shop.slug}`, ["Timeline", "Collections", "Details"]],
    ];
    for (const [path, parts] of pages) {
      await goTo(page, path);
      expect([path, await headings(page)]).toEqual([path, expect.arrayContaining(parts)]);
      // A link made in test says so, beside what to do next.
      // An amount that leaves has a minus, not a hyphen.
      if (path.startsWith("payouts")) {
        const amounts = (await page.locator(".ledger-journal td:nth-child(2)").allTextContents()).join(" ");
        expect(amounts).toContain("\u2212₦");
        expect(amounts).not.toContain("-");
      }
      const notices = path.startsWith("payment-links") ? 2 : 1;
      expect([path, await page.locator(".notice").count()]).toEqual([path, notices]);
      await checkScreen(page);
    }
  });

  test("has the time in Nigeria, by the test clock, wherever its reader is", async ({
    browser,
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { tenant } = await createMember(database, { available: 1_000_000n });
    await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 3 * 1_440 });
    await resolveDestination(database, tenant);
    const { reference } = await createPayout(database, tenant);
    const owner = await createPerson(database, [[tenant.merchantId, "owner"]]);
    await using context = await browser.newContext({ timezoneId: "America/New_York" });
    const page = await visitDashboard(context, ingress, owner, `/dashboard/test/payouts/${reference}`);
    const created = page.getByText("Created", { exact: true }).locator("xpath=..").locator("time");
    const inLagos = new Intl.DateTimeFormat("en-GB", { timeZone: "Africa/Lagos", timeStyle: "medium" });
    const at = (await created.getAttribute("datetime"))!;
    expect(await created.textContent()).toContain(inLagos.format(new Date(at)));
    const reserved = page.locator(".ledger-journal caption time");
    await expect.poll(() => reserved.textContent()).toMatch(/^now$|ago$/);
  });

  test("of a collection says how much is missing, and leads to where it is paid", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { tenant } = await createDemoShop(database, "");
    const { collection, reference } = await createVirtualAccount(database, tenant, 500_000n);
    const viewer = await createPerson(database, [[tenant.merchantId, "viewer"]]);
    const path = `/dashboard/test/collections/${collection.reference}`;
    const page = await visitDashboard(context, ingress, viewer, path);
    await page.getByText("Awaiting ₦5,000.00").waitFor();
    await payIn(database, reference, 120_000n);
    await page.reload();
    await page.getByText("₦3,800.00 outstanding").waitFor();
    await checkScreen(page);
    await page.getByRole("link", { name: "View account" }).click();
    await page.getByText("Payment of ₦1,200.00").waitFor();
    await database.query(sql.type(z.object({}))`
      update collections set status = 'expired' where reference = ${collection.reference}`);
    await page.goBack();
    await page.reload();
    await page.getByText("Not paid in time").waitFor();
    // A viewer makes no links.
    expect(await page.getByRole("link", { name: "Create a payment link" }).count()).toBe(0);

    const paid = await createVirtualAccount(database, tenant, 100_000n);
    await payIn(database, paid.reference, 100_000n, { payer: { name: "ADA OKAFOR" } });
    await goTo(page, `collections/${paid.collection.reference}`);
    await page.getByText("Paid", { exact: true }).waitFor();
    await page.getByText("Name", { exact: true }).waitFor();
    const more = await createVirtualAccount(database, tenant, 100_000n);
    await payIn(database, more.reference, 130_000n);
    await goTo(page, `collections/${more.collection.reference}`);
    await page.getByText("Overpaid by ₦300.00").waitFor();
    await checkScreen(page);
  });

  test("of an event shows each attempt of many, and sends it again", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { tenant, event } = await createDemoShop(database, "");
    await database.query(sql.type(z.object({}))`
      insert into webhook_attempts (event_id, number, url, request_headers, response_status, duration_ms, error)
      select id, n, 'https://shop.example/hooks', '{}', 500, 42, 'status 500'
      from events, generate_series(2, 14) n where reference = ${event}`);
    await database.query(sql.type(z.object({}))`
      update events set attempts = 14, delivery_status = 'exhausted', next_attempt_at = null
      where reference = ${event}`);
    const developer = await createPerson(database, [[tenant.merchantId, "developer"]]);
    const page = await visitDashboard(context, ingress, developer, `/dashboard/test/events/${event}`);
    const attempts = page.getByText(/^Attempt \d+: /);
    await page.getByText(/^Attempt 14: /).waitFor();
    expect(await attempts.count()).toBe(10);
    await button(page, "Show older attempts").click();
    await page.getByText(/^Attempt 1: /).waitFor();
    expect(await attempts.count()).toBe(14);
    expect(await button(page, "Show older attempts").count()).toBe(0);
    await checkScreen(page);
    await page.getByRole("link", { name: "View the request and response" }).last().click();
    await page.getByRole("heading", { name: "Attempt 1", exact: true }).waitFor();
    await page.reload();
    await button(page, "Show older attempts").click();
    await page.getByRole("link", { name: /^Attempt 2/ }).click();
    await page.getByRole("heading", { name: "Attempt 2", exact: true }).waitFor();

    await goTo(page, `events/${event}`);
    await button(page, "Replay").click();
    await page.getByText("Sending the event again.").waitFor();
    // It waits after failures: that does not look like what was never tried.
    await page.getByText("Retrying", { exact: true }).waitFor();
    await page.getByText("Retrying automatically").waitFor();
    await database.query(sql.type(z.object({}))`
      update events set delivery_status = 'delivered', next_attempt_at = null where reference = ${event}`);
    await page.reload();
    await page.getByText("Delivered to your endpoint").waitFor();
    await database.query(sql.type(z.object({}))`
      update events set delivery_status = 'pending', attempts = 0, next_attempt_at = now() where reference = ${event}`);
    await page.reload();
    await page.getByText("Sending soon").waitFor();
    const viewer = await createPerson(database, [[tenant.merchantId, "viewer"]]);
    await context.clearCookies();
    const other = await visitDashboard(context, ingress, viewer, `/dashboard/test/events/${event}`);
    await other.getByText(/^Attempt 14: /).waitFor();
    expect(await button(other, "Replay").count()).toBe(0);
  });
});
