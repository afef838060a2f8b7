import type { Page, Route } from "playwright-core";
import { describe, expect } from "vitest";
import { z } from "zod";
import { sql } from "../../../sql/process/sql-tag.ts";
import { advanceTestClock } from "../../../sql/clock/test-clock.ts";
import { createPerson } from "../../helpers/create-person.ts";
import {
  createFundedMerchant,
  createLink,
  createVirtualAccount,
  payIn,
  setEndpoint,
} from "../../helpers/records.ts";
import { test } from "../../helpers/test.ts";
import { allLooks, checkScreen } from "./check-screen.ts";
import { photograph } from "./photograph.ts";
import { goTo, visitDashboard } from "./visit-dashboard.ts";

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

describe("who works with a keyboard or a screen reader", () => {
  test("is led to what was said after signing up and after asking for another password", async ({
    context,
    fileIngress: ingress,
  }) => {
    const page = await visitDashboard(context, ingress, undefined, "/dashboard/request-password-reset");
    await page.getByLabel("Email").fill("nobody@example.com");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Check your email" }).waitFor();
    await expect.poll(() => focused(page)).toBe("Check your email");
    await checkScreen(page);
  });

  test("hears what is wrong with a reference and an amount beside their fields", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const tenant = await createFundedMerchant(database, 10_000n);
    const person = await createPerson(database, [[tenant.merchantId, "owner"]]);
    const page = await visitDashboard(context, ingress, person, "/dashboard/test/payouts?status=failed");
    const reference = page.getByRole("textbox", { name: "Reference", exact: true });
    await reference.fill("pyt_123");
    await page.getByText("Enter the full reference: pyt_ and 26 characters.").waitFor();
    expect(await describes(reference)).toContain("Enter the full reference");
    await checkScreen(page);
    await photograph(page, "reference-filter");
    await reference.fill("");
    await expect.poll(() => describes(reference)).toBe("");

    await goTo(page, "payouts/new");
    await page.getByLabel("Amount").fill("5,000");
    const said = page.getByRole("status").filter({ hasText: "up to" });
    await said.waitFor();
    await checkScreen(page);
    await photograph(page, "payout-too-much");
  });
});

/** What describes a field, for who cannot see it. */
const describes = (field: ReturnType<Page["locator"]>) =>
  field.evaluate((input) =>
    (input.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .map((id) => document.getElementById(id)?.textContent ?? "")
      .join(" ")
      .trim(),
  );

describe("a payment link that was made in test", () => {
  test("says that no real money comes by it, and is copied also where browsers have no clipboard", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const tenant = await createFundedMerchant(database);
    const slug = await createLink(database, tenant);
    const person = await createPerson(database, [[tenant.merchantId, "owner"]]);
    // As on plain http.
    await context.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
    const page = await visitDashboard(context, ingress, person, `/dashboard/test/payment-links/${slug}`);
    await page.getByText("This is a test link").waitFor();
    await checkScreen(page);
    await photograph(page, "test-link");
    await page.getByRole("button", { name: "Copy Link" }).click();
    await page.getByRole("status").filter({ hasText: "Copied" }).waitFor();
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("combobox").or(page.getByRole("searchbox")).first().press("Control+v");
    await expect
      .poll(() => page.getByRole("combobox").or(page.getByRole("searchbox")).first().inputValue())
      .toContain(`/pay/${slug}`);
  });
});

describe("a list by when something was created", () => {
  test("counts days of the test clock in test, and says so where it is ahead", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const tenant = await createFundedMerchant(database);
    const person = await createPerson(database, [[tenant.merchantId, "owner"]]);
    await createLink(database, tenant);
    const page = await visitDashboard(context, ingress, person, "/dashboard/test/payment-links");
    const choose = async (period: string) => {
      await page.getByRole("button", { name: /Created/ }).click();
      await page.getByRole("option", { name: period, exact: true }).click();
    };
    await choose("Today");
    await expect.poll(() => page.getByRole("row").count()).toBe(2);
    await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 3 * 1_440 });
    await goTo(page, "payment-links");
    await choose("Today, test time");
    await page.getByText("No payment links match").waitFor();
    await checkScreen(page);
    await photograph(page, "period-test-time");
    await createLink(database, tenant);
    await page.reload();
    await expect.poll(() => page.getByRole("row").count()).toBe(2);
    // The payout that was created just now, by the merchant's test clock.
    await expect.poll(() => page.getByRole("row").last().locator("time").textContent()).toBe("now");
    await choose("Last 7 days, test time");
    await expect.poll(() => page.getByRole("row").count()).toBe(3);
  });
});

describe("a secret that is shown once", () => {
  test("is in sight as a whole, also on a phone", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { merchantId } = await createFundedMerchant(database);
    const person = await createPerson(database, [[merchantId, "owner"]]);
    const page = await visitDashboard(context, ingress, person, "/dashboard/test/developers/keys");
    await page.getByRole("button", { name: "Create key" }).first().click();
    await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
    const secret = page.getByRole("region", { name: "Secret key" });
    await secret.waitFor();
    await page.setViewportSize({ width: 360, height: 760 });
    expect(await secret.evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBe(0);
    await checkScreen(page, allLooks);
    await photograph(page, "secret-key");
  });
});

test("what is said in a corner is heard and dismissed beside an open dialog, which stays", async ({
  context,
  database,
  ingress,
}) => {
  const tenant = await createFundedMerchant(database);
  await setEndpoint(database, tenant, "https://shop.example/hooks");
  const person = await createPerson(database, [[tenant.merchantId, "owner"]]);
  const page = await visitDashboard(context, ingress, person, "/dashboard/test/developers/webhooks");
  await page.route("**/webhook-endpoint/test", (route) => route.abort());
  await page.getByRole("button", { name: "Send test event" }).click();
  const dismiss = page.locator(".toast").getByRole("button", { name: "Dismiss" });
  await dismiss.waitFor();
  await page.getByRole("button", { name: "Send missed events" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  await page.setViewportSize({ width: 360, height: 760 });
  // Neither element covers the other's buttons.
  await dialog.getByRole("button", { name: "Cancel" }).click({ trial: true });
  // By role: what is hidden from screen readers is not found.
  await dismiss.click();
  await dismiss.waitFor({ state: "detached" });
  expect(await dialog.isVisible()).toBe(true);
});

test("events that were missed days ago by the test clock are none of the last 24 hours", async ({
  context,
  fileDatabase: database,
  fileIngress: ingress,
}) => {
  const tenant = await createFundedMerchant(database);
  await setEndpoint(database, tenant, "https://shop.example/hooks");
  const person = await createPerson(database, [[tenant.merchantId, "owner"]]);
  const { reference } = await createVirtualAccount(database, tenant, 10_000n);
  await payIn(database, reference, 10_000n);
  await database.query(sql.type(z.object({}))`
    update events set delivery_status = 'exhausted', retries = 10, next_attempt_at = null
    where merchant_id = ${tenant.merchantId}`);
  await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 3 * 1_440 });
  const page = await visitDashboard(context, ingress, person, "/dashboard/test/developers/webhooks");
  await page.getByRole("button", { name: "Send missed events" }).click();
  // The clock is known before it is pressed.
  await page.waitForLoadState("networkidle");
  await page.getByRole("dialog").getByRole("button", { name: "Send missed events" }).click();
  await page.getByText("Nothing left to resend.").waitFor();
});

test("a list that has never had anything has no filters, and one with a filter that nothing fits has them", async ({
  context,
  database,
  ingress,
}) => {
  const { merchantId } = await createFundedMerchant(database);
  const person = await createPerson(database, [[merchantId, "owner"]]);
  const page = await visitDashboard(context, ingress, person, "/dashboard/test/payouts");
  const filters = page.getByRole("group", { name: "Filters" });
  await page.getByText("No payouts yet").waitFor();
  expect(await filters.isVisible()).toBe(false);
  await goTo(page, "payouts?status=failed");
  await page.getByText("No payouts match").waitFor();
  await filters.getByRole("button", { name: "Clear filters" }).click();
  await page.getByText("No payouts yet").waitFor();

  // The queue of who waits is a filter of its own.
  await context.clearCookies();
  const reviewer = await createPerson(database, [], { isReviewer: true });
  const queue = await visitDashboard(context, ingress, reviewer, "/dashboard/test/platform/verifications");
  await queue.getByText("Nothing to review").waitFor();
  expect(await queue.getByRole("group", { name: "Filters" }).isVisible()).toBe(true);
});

test("setting an app for codes up is tried again where it failed", async ({
  context,
  fileDatabase: database,
  fileIngress: ingress,
}) => {
  const person = await createPerson(database);
  const page = await visitDashboard(context, ingress, person, "/dashboard/test/settings/account");
  await page.route("**/dashboard/api/totp/begin", (route) => route.abort(), { times: 1 });
  await page.getByRole("button", { name: "Set up" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Try again" }).click();
  await page.getByRole("dialog").getByRole("img").waitFor();
});

test("a form of one field is sent once, however often Enter is pressed", async ({
  context,
  fileDatabase: database,
  fileIngress: ingress,
}) => {
  const person = await createPerson(database);
  const page = await visitDashboard(context, ingress, person, "/dashboard/test");
  await page.getByRole("button", { name: "Add a business" }).click();
  let sent = 0;
  await page.route("**/dashboard/api/merchants", () => void (sent += 1));
  await page.getByLabel("Business name").fill("Kano Grains");
  await page.keyboard.press("Enter");
  await page.locator("[data-pending]").waitFor();
  await page.keyboard.press("Enter");
  // A second one would be on its way before this.
  await page.evaluate(() => fetch("/dashboard/api/session"));
  expect(sent).toBe(1);
});

test("what fails after its dialog was closed is said in a corner", async ({
  context,
  fileDatabase: database,
  fileIngress: ingress,
}) => {
  const tenant = await createFundedMerchant(database);
  const person = await createPerson(database, [[tenant.merchantId, "owner"]]);
  const page = await visitDashboard(context, ingress, person, "/dashboard/test/virtual-accounts");
  await page.getByRole("button", { name: "Create account" }).first().click();
  const held: Route[] = [];
  await page.route("**/api/test/virtual-accounts", (route) =>
    route.request().method() === "POST" ? void held.push(route) : route.continue(),
  );
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Customer").fill("ada@example.com");
  await dialog.getByLabel("Amount").fill("5,000");
  await dialog.getByRole("button", { name: "Create account" }).click();
  await expect.poll(() => held.length).toBe(1);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await held[0]!.abort();
  const said = page.locator(".toast").getByText("We can’t reach the service");
  await said.waitFor();

  await goTo(page, `payment-links/${await createLink(database, tenant)}`);
  await page.getByRole("button", { name: "Disable" }).click();
  await page.route("**/api/test/payment-links/*", (route) =>
    route.request().method() === "PATCH" ? void held.push(route) : route.continue(),
  );
  await dialog.getByRole("button", { name: "Disable" }).click();
  await expect.poll(() => held.length).toBe(2);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await held[1]!.abort();
  await said.waitFor();
});
