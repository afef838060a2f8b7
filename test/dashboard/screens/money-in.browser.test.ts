import type { BrowserContext } from "playwright-core";
import { describe, expect } from "vitest";
import { z } from "zod";
import { sql } from "../../../sql/process/sql-tag.ts";
import { addKey } from "../../helpers/create-member.ts";
import { createPerson, type Person } from "../../helpers/create-person.ts";
import { createFundedMerchant, createLink, fund } from "../../helpers/records.ts";
import { startTestIngress, type TestIngress } from "../../helpers/platform/start-test-ingress.ts";
import { test } from "../../helpers/test.ts";
import { checkScreen } from "./check-screen.ts";
import { canary, createDemoShop, pathsOf } from "../story/demo-shop.ts";
import { complaintsOf, goTo, visitDashboard } from "./visit-dashboard.ts";

const visit = (context: BrowserContext, ingress: Pick<TestIngress, "url">, person: Person, path = "") =>
  visitDashboard(context, ingress, person, `/dashboard/test/${path}`);

describe("the screens of money that comes in", () => {
  test("write what others wrote as text, whatever it looks like", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const shop = await createDemoShop(database, canary);
    const person = await createPerson(database, [[shop.tenant.merchantId, "owner"]]);
    const page = await visit(context, ingress, person);
    let shown = 0;
    for (const path of pathsOf(shop)) {
      await goTo(page, path);
      const text = (await page.locator("main").textContent())!;
      if (text.includes(canary)) shown += 1;
      expect(await page.locator("img, main script, body#fired").count(), path).toBe(0);
    }
    // All but home's figures, the empty form, and lists of numbers alone.
    expect(shown).toBeGreaterThanOrEqual(9);
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Search" }).waitFor();
    await page.keyboard.insertText(shop.payout);
    await page.getByRole("menuitem", { name: shop.payout }).waitFor();
    expect(await page.locator("img, main script, body#fired").count()).toBe(0);
    expect(complaintsOf(page)).toEqual([]);
  });
});

describe("home", () => {
  test("shows each day's money with the keyboard and in a table", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { tenant } = await createDemoShop(database, "");
    const person = await createPerson(database, [[tenant.merchantId, "viewer"]]);
    const page = await visit(context, ingress, person);
    const chart = page.getByRole("slider", { name: "Money received and paid out by day" });
    await chart.focus();
    expect(await chart.getAttribute("aria-valuetext")).toContain("₦130,000.00 received");
    await page.keyboard.press("Home");
    expect(await chart.getAttribute("aria-valuenow")).toBe("1");
    for (let n = 0; n < 17; n += 1) await page.keyboard.press("ArrowRight");
    expect(await chart.getAttribute("aria-valuetext")).toContain("₦9,000.00 returned");
    await page.getByRole("button", { name: "Show table" }).click();
    expect(
      await page
        .getByRole("table", { name: /each of the last 30 days/ })
        .getByRole("row")
        .count(),
    ).toBe(31);
  });

  test("says what needs attention, and leads to it", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { tenant, collection } = await createDemoShop(database, "");
    const person = await createPerson(database, [[tenant.merchantId, "viewer"]]);
    const page = await visit(context, ingress, person);
    const attention = page.getByRole("region", { name: "Needs attention" });
    await attention.getByText("Your webhook endpoint is failing").waitFor();
    await attention.getByText("1 payment is unmatched").waitFor();
    await attention.getByRole("link", { name: "View payments" }).click();
    await page.getByRole("link", { name: "₦700.00" }).click();
    await page.getByText("₦700.00 received that doesn’t match this collection").waitFor();
    await page.getByText("Payment of ₦700.00").waitFor();
    expect(page.url()).toContain(collection);
  });

  test("follows what happens without being loaded again", async ({
    context,
    fileDatabase: database,
    fileDatabaseUrl: databaseUrl,
  }) => {
    await using ingress = await startTestIngress(databaseUrl, { updatesRefreshMs: 100 });
    const { tenant } = await createDemoShop(database, "");
    const person = await createPerson(database, [[tenant.merchantId, "viewer"]]);
    const page = await visit(context, ingress, person);
    await page.getByText("2 payments", { exact: true }).waitFor();
    await expect
      .poll(
        async () => {
          await fund(database, tenant, 1_000n);
          return page.getByText(/^([3-9]|\d\d) payments$/).count();
        },
        { timeout: 30_000, interval: 2_000 },
      )
      .toBe(1);
  });
});

describe("the search box", () => {
  test("opens what a reference, a slug's page or an account number names", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const shop = await createDemoShop(database, "");
    const person = await createPerson(database, [[shop.tenant.merchantId, "viewer"]]);
    const { keyReference } = await addKey(database, shop.tenant);
    const credit = await database.oneFirst(sql.type(z.object({ reference: z.string() }))`
      select cr.reference from credits cr join collections c on c.id = cr.collection_id
      where c.reference = ${shop.collection} limit 1`);
    const page = await visit(context, ingress, person);
    // Not the outline of the screen, which is there before the shell listens to keys.
    await page.getByRole("heading", { level: 1, name: "Home" }).waitFor();
    for (const [typed, path] of [
      // What has no page of its own stands on another.
      [credit, `collections/${shop.collection}`],
      [keyReference, "developers/keys"],
      [person.reference, "settings/people"],
      [`\u2068${shop.refund}\u2069`, `refunds/${shop.refund}`],
      [shop.collection, `collections/${shop.collection}`],
      [`https://pay.example/pay/${shop.slug}`, `payment-links/${shop.slug}`],
      [shop.check.toUpperCase(), `identity-checks/${shop.check}`],
    ] as const) {
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog", { name: "Search" }).waitFor();
      await page.keyboard.insertText(typed);
      await page.getByText("Found", { exact: true }).waitFor();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await expect.poll(() => new URL(page.url()).pathname).toBe(`/dashboard/test/${path}`);
    }
  });
});

describe("a payment link", () => {
  test("is made with a preview, shared, disabled and enabled", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const tenant = await createFundedMerchant(database);
    const person = await createPerson(database, [[tenant.merchantId, "finance"]]);
    const page = await visit(context, ingress, person, "payment-links");
    await page.getByRole("link", { name: "Create link" }).first().click();
    await page.getByLabel("Title").fill("Reading lamp");
    await page.getByLabel("Amount to pay").fill("five");
    await page.getByRole("button", { name: "Create link" }).click();
    await page.getByText("Enter an amount, such as 5,000 or 5000.50.").waitFor();
    await page.getByLabel("Amount to pay").fill("5,000.50");
    // While it is typed, and not when the button is pressed, which would move away from under the pointer.
    await expect.poll(() => page.locator(".field-error").count()).toBe(0);
    await expect.poll(() => page.locator(".payment-links-preview").textContent()).toContain("₦5,000.50");
    await page.getByLabel("Redirect URL").fill("http://shop.example");
    await page.getByRole("button", { name: "Create link" }).click();
    await page
      .getByText("successRedirectUrl", { exact: false })
      .or(page.getByText("must be"))
      .first()
      .waitFor();
    await page.getByLabel("Redirect URL").fill("https://shop.example/thanks");
    await createLink(database, tenant, { merchantReference: "Order 7" });
    const own = page.getByLabel("Your reference");
    await own.fill("Order 7");
    await page.getByRole("button", { name: "Create link" }).click();
    await page.getByText("This is already used: choose another.").waitFor();
    await checkScreen(page);
    await own.fill("Order 8");
    await page.getByRole("button", { name: "Create link" }).click();

    await page.getByRole("heading", { level: 1, name: "Reading lamp" }).waitFor();
    await page.getByText("Order 8").waitFor();
    // What was announced of the button that is gone goes with the page.
    await page.reload();
    await page.getByRole("img", { name: /^QR code of http/ }).waitFor();
    await checkScreen(page);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save QR code" }).click();
    expect((await download).suggestedFilename()).toMatch(/\.svg$/);
    await page.getByRole("button", { name: "Disable", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Disable" }).click();
    await page.getByText("Enable it to accept payments again.").waitFor();
    const error = { code: "STATE_CONFLICT", message: "Refused for a test." };
    await page.route("**/dashboard/api/test/payment-links/*", (route) =>
      route.fulfill({ status: 400, json: { error } }),
    );
    await page.getByRole("button", { name: "Enable" }).click();
    await page.getByText("Refused for a test.").waitFor();
    await page.unroute("**/dashboard/api/test/payment-links/*");
    await page.getByRole("button", { name: "Enable" }).click();
    await page.getByText("Active", { exact: true }).waitFor();
  });

  test("can be changed by finance people alone", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const shop = await createDemoShop(database, "");
    const person = await createPerson(database, [[shop.tenant.merchantId, "viewer"]]);
    const page = await visit(context, ingress, person, `payment-links/${shop.slug}`);
    await page.getByRole("heading", { level: 1, name: "Reading lamp" }).waitFor();
    expect(await page.getByRole("button", { name: "Disable" }).count()).toBe(0);
    await goTo(page, "payment-links");
    expect(await page.getByRole("link", { name: "Create link" }).count()).toBe(0);
  });
});

describe("results of workers", () => {
  test("a virtual account is made and an identity checked, and nothing of it is kept in the page", async ({
    context,
    database,
    ingress,
    workers: _running,
  }) => {
    const tenant = await createFundedMerchant(database);
    const person = await createPerson(database, [[tenant.merchantId, "owner"]]);
    const page = await visit(context, ingress, person, "virtual-accounts");
    await page.getByRole("button", { name: "Create account" }).first().click();
    await page.getByLabel("Customer’s email").fill("ada@example.com");
    await page.getByLabel("Amount").fill("2500");
    await checkScreen(page);
    await page.getByRole("dialog").getByRole("button", { name: "Create account" }).click();
    await page.getByRole("heading", { level: 1, name: /^\d{10}$/ }).waitFor();
    await page.getByText("Active", { exact: true }).waitFor();

    await goTo(page, "identity-checks");
    await page.getByRole("button", { name: "Check an identity" }).first().click();
    await page.getByLabel("Number", { exact: true }).fill("22233344455");
    await page.getByLabel("Phone number").fill("08031234567");
    await checkScreen(page);
    await page.getByRole("dialog").getByRole("button", { name: "Check", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "BVN check" }).waitFor();
    await page.getByText("The phone number matches the record.").waitFor();
    expect(await page.content()).not.toMatch(/22233344455|08031234567/);
    expect(page.url()).not.toMatch(/22233344455|08031234567/);
  });
});
