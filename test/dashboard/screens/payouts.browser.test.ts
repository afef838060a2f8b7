import type { Page, Route } from "playwright-core";
import { describe, expect } from "vitest";
import { z } from "zod";
import { sql } from "../../../sql/process/sql-tag.ts";
import { createLiveMember, createMember } from "../../helpers/create-member.ts";
import { createPerson } from "../../helpers/create-person.ts";
import {
  balancesOf,
  createPayout,
  destination,
  eventTypes,
  resolveDestination,
  saveAccount,
} from "../../helpers/records.ts";
import { sandboxAccounts } from "../../../workers/gateways/sandbox/outcomes.ts";
import { startTestIngress } from "../../helpers/platform/start-test-ingress.ts";
import { test } from "../../helpers/test.ts";
import { unknownLike } from "../../merchants/one-of-each.ts";
import { checkScreen } from "./check-screen.ts";
import { photograph } from "./photograph.ts";
import { failToRefresh, visitDashboard } from "./visit-dashboard.ts";

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { level: 1, name }).waitFor();

/** What the lists of facts on a page say, by their names. */
const facts = async (page: Page) =>
  Object.fromEntries(
    await page
      .locator(".facts > div")
      .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent))),
  ) as Record<string, string>;

describe("in a browser", () => {
  test("a payout to another account is made once, although its response was lost", async ({
    context,
    database,
    ingress,
    workers: _running,
  }) => {
    const { tenant } = await createMember(database, { available: 1_000_000n });
    const ada = await createPerson(database, [[tenant.merchantId, "finance"]]);
    // The list of banks comes when a part of a name is typed already.
    const typed = Promise.withResolvers<void>();
    await context.route("**/dashboard/api/test/banks", async (route) => {
      await typed.promise;
      await route.continue();
    });
    const page = await visitDashboard(context, ingress, ada, "/dashboard/test/payouts/new");
    await page.getByRole("combobox", { name: "Bank" }).fill("zenith");
    await page.getByText("Loading…").waitFor();
    typed.resolve();
    await page.getByRole("option", { name: "Zenith Bank" }).click();
    await page.getByLabel("Account number").fill("0000000001");
    await page.getByText("Is this the right account?").waitFor();
    await page.getByLabel("Amount").fill("100");
    await page.getByRole("button", { name: "Review" }).click();
    // The service takes it, and its response does not arrive.
    await page.route(
      "**/dashboard/api/test/payouts",
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await page.getByRole("button", { name: "Send ₦100.00" }).click();
    await page.getByText("it’s never paid twice").waitFor();
    await checkScreen(page);
    await page.getByRole("button", { name: "Send ₦100.00" }).click();
    await heading(page, /100/);
    await page.getByText("Check the account number with the recipient").waitFor();
    expect(await facts(page)).toMatchObject({ "Returned to your balance": "₦100.00" });
    await checkScreen(page);
    const count = await database.oneFirst(sql.type(z.object({ n: z.int() }))`
      select count(*)::integer as n from payouts`);
    expect(count).toBe(1);
    expect(await balancesOf(database, tenant)).toEqual({ available: 1_000_000, reserved: 0 });
  });

  test("a pending payout is found by its reference and canceled; a viewer can do neither", async ({
    context,
    fileDatabase,
    fileIngress,
  }) => {
    const { tenant } = await createMember(fileDatabase, { available: 1_000_000n });
    await resolveDestination(fileDatabase, tenant);
    const { reference } = await createPayout(fileDatabase, tenant);
    await createPayout(fileDatabase, tenant, { amount: 700_000n });
    await saveAccount(fileDatabase, tenant);
    const ada = await createPerson(fileDatabase, [[tenant.merchantId, "owner"]]);
    const page = await visitDashboard(context, fileIngress, ada, "/dashboard/test/payouts");
    await page.getByRole("link", { name: "₦7,000.00" }).waitFor();
    await page.getByLabel("Reference", { exact: true }).fill(reference);
    await page.getByRole("link", { name: "₦7,000.00" }).waitFor({ state: "detached" });
    await checkScreen(page);
    await page.getByRole("link", { name: "₦1,000.00" }).click();
    await page.getByRole("button", { name: "Cancel payout" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel payout" }).click();
    await page.getByText("Canceled; the money is back").waitFor();
    await page.getByText("Nothing was sent").waitFor();
    await page.getByRole("link", { name: "New payout" }).waitFor();
    const given = await facts(page);
    expect(given).toMatchObject({ "Returned to your balance": "₦1,000.00" });
    expect(given).not.toHaveProperty("Deducted from your balance");
    await photograph(page, "payout-canceled");
    expect(await balancesOf(fileDatabase, tenant)).toEqual({ available: 300_000, reserved: 700_000 });

    const viewer = await createPerson(fileDatabase, [[tenant.merchantId, "viewer"]]);
    await context.clearCookies();
    const other = await visitDashboard(context, fileIngress, viewer, "/dashboard/test/payouts");
    await other.getByRole("link", { name: "₦7,000.00" }).click();
    await other.getByText("Waiting to be sent").waitFor();
    expect(await other.getByRole("button", { name: "Cancel payout" }).count()).toBe(0);
    await other.goto(other.url().replace(/payouts\/.*/, "payouts/new"));
    await other.getByText("You don’t have permission to send payouts").waitFor();
    await other.goto(other.url().replace("payouts/new", "settings/payout-accounts"));
    await other.getByText("ADAEZE OKAFOR").waitFor();
    expect(await other.getByRole("button", { name: "Add account" }).count()).toBe(0);
  });

  test("one that failed is filled in again, after the bank was asked for the name, and Review says what is missing", async ({
    context,
    database,
    ingress,
    workers: _running,
  }) => {
    const { tenant } = await createMember(database, { available: 1_000_000n });
    const failing = { ...destination, accountNumber: sandboxAccounts.payoutFails };
    await resolveDestination(database, tenant, failing);
    const request = { amount: 123_400n, narration: "Rent", destination: failing };
    const { reference } = await createPayout(database, tenant, request);
    await expect.poll(() => eventTypes(database, tenant)).toContain("payout.failed");
    const ada = await createPerson(database, [[tenant.merchantId, "finance"]]);
    const page = await visitDashboard(context, ingress, ada, `/dashboard/test/payouts/${reference}`);
    await page.getByRole("link", { name: "New payout" }).click();
    await heading(page, "New payout");
    await expect.poll(() => page.getByLabel("Amount").inputValue()).toBe("1234");
    expect(await page.getByLabel("Narration").inputValue()).toBe("Rent");
    expect(await page.getByLabel("Account number").inputValue()).toBe(failing.accountNumber);
    const button = page.getByRole("button", { name: "Review" });
    await expect.poll(() => button.isEnabled()).toBe(true);
    await page.getByLabel("Amount").fill("");
    await page.getByText("Enter an amount to continue.").waitFor();
    expect(await button.isDisabled()).toBe(true);
    await checkScreen(page);
    await photograph(page, "payout-again");
    await page.getByLabel("Account number").fill("01");
    await page.getByText("You can continue once the account name appears.").waitFor();
  });

  test("one that we refused ourselves is not said to be the bank's doing", async ({
    context,
    fileDatabase,
    fileIngress,
  }) => {
    const { tenant } = await createMember(fileDatabase, { available: 1_000_000n });
    await resolveDestination(fileDatabase, tenant);
    const { reference } = await createPayout(fileDatabase, tenant);
    await fileDatabase.query(sql.type(z.object({}))`
      update payouts set status = 'failed', failure_code = 'DESTINATION_BLOCKED',
        failure_message = 'Payouts to this account aren''t allowed.'
      where reference = ${reference}`);
    const ada = await createPerson(fileDatabase, [[tenant.merchantId, "finance"]]);
    const page = await visitDashboard(context, fileIngress, ada, `/dashboard/test/payouts/${reference}`);
    await page.getByText("We didn’t send this payout").waitFor();
    await page.getByText("Not sent; the money is back in your balance").waitFor();
    expect(await page.getByText(/rejected by the bank|the bank re/i).count()).toBe(0);
    await checkScreen(page);
  });

  test("the form shows what a payout costs and what forbids it, by the last quote, and works without one", async ({
    context,
    fileDatabase,
    fileIngress,
  }) => {
    const { tenant } = await createLiveMember(fileDatabase, 2_000_000n);
    const account = await saveAccount(fileDatabase, tenant);
    await fileDatabase.query(sql.type(z.object({}))`
      insert into payout_limits (environment, merchant_id, day_max, set_at)
      values ('live', ${tenant.merchantId}, 1800000, now())`);
    const ada = await createPerson(fileDatabase, [[tenant.merchantId, "finance"]]);
    const path = `/dashboard/live/payouts/new?account=${account.reference}`;
    const page = await visitDashboard(context, fileIngress, ada, path);
    const amount = page.getByLabel("Amount");
    const review = page.getByRole("button", { name: "Review" });
    await amount.fill("15000");
    await expect
      .poll(() => facts(page))
      .toEqual({
        "Service fee": "₦25.00",
        VAT: "₦1.88",
        "Stamp duty": "₦50.00",
        "Deducted from your balance": "₦15,076.88",
        "Balance after": "₦4,923.12",
      });
    await checkScreen(page);
    await photograph(page, "payout-quote");
    await page.getByRole("button", { name: /Purpose/ }).click();
    await page.getByRole("option", { name: "Salary" }).click();
    await expect.poll(() => facts(page)).not.toHaveProperty("Stamp duty");
    await amount.fill("18001");
    await page.getByText("You can send ₦18,000.00 more today.").waitFor();
    await amount.fill("19980");
    await page.getByText("You can send up to ₦19,973.12 plus the fee.").waitFor();
    await expect.poll(() => review.isDisabled()).toBe(true);
    await checkScreen(page);
    await photograph(page, "payout-quote-refused");

    // The response to what was typed first arrives last, and is not shown.
    const late = Promise.withResolvers<void>();
    await page.route("**/payouts/quote", async (route) => {
      if (route.request().postDataJSON().amount.value === 100_000) await late.promise;
      await route.continue().catch(() => undefined);
    });
    const first = page.waitForRequest("**/payouts/quote");
    await amount.fill("1000");
    await first;
    await amount.fill("2000");
    await expect.poll(() => facts(page)).toMatchObject({ "Deducted from your balance": "₦2,010.75" });
    late.resolve();
    await page.unrouteAll({ behavior: "wait" });
    expect(await facts(page)).toMatchObject({ "Deducted from your balance": "₦2,010.75" });

    await page.route("**/payouts/quote", (route) => route.abort());
    await amount.fill("3000");
    await review.click();
    await page.getByRole("button", { name: "Send ₦3,000.00" }).waitFor();
    expect(await facts(page)).not.toHaveProperty("Deducted from your balance");
    await page.unroute("**/payouts/quote");
    await page.getByRole("button", { name: "Edit" }).click();
    await amount.fill("3001");
    await expect.poll(() => facts(page)).toMatchObject({ "Deducted from your balance": "₦3,011.75" });
    await review.click();
    await page.getByRole("button", { name: "Send ₦3,001.00" }).waitFor();
    await expect.poll(() => facts(page)).toMatchObject({ VAT: "₦0.75", "Balance after": "₦16,988.25" });
    await photograph(page, "payout-review");
  });

  test("a reference that another payout has is corrected in the form, with all else kept", async ({
    context,
    fileDatabase,
    fileIngress,
  }) => {
    const { tenant } = await createMember(fileDatabase, { available: 2_000_000n });
    await resolveDestination(fileDatabase, tenant);
    await createPayout(fileDatabase, tenant, { merchantReference: "Invoice 7" });
    const account = await saveAccount(fileDatabase, tenant);
    const ada = await createPerson(fileDatabase, [[tenant.merchantId, "finance"]]);
    const path = `/dashboard/test/payouts/new?account=${account.reference}`;
    const page = await visitDashboard(context, fileIngress, ada, path);
    await page.getByLabel("Amount").fill("1500");
    await page.getByLabel("Narration").fill("Rent");
    const own = page.getByLabel("Your reference");
    const send = async () => {
      await page.getByRole("button", { name: "Review" }).click();
      await page.getByRole("button", { name: "Send ₦1,500.00" }).click();
    };
    await own.fill(" Invoice 7 ");
    await send();
    await page.getByText("This is already used: choose another.").waitFor();
    await expect.poll(() => own.evaluate((field) => field === document.activeElement)).toBe(true);
    await checkScreen(page);
    await photograph(page, "payout-reference-used");
    await own.fill("Invoice 8");
    await send();
    await heading(page, /1,500/);
    expect(await facts(page)).toMatchObject({ Narration: "Rent", "Your reference": "Invoice 8" });
  });

  test("no saved account is chosen that nobody chose, and one that is not among the newest hundred can be", async ({
    context,
    fileDatabase,
    fileIngress,
  }) => {
    const { tenant } = await createMember(fileDatabase, { available: 1_000_000n });
    const numbered = (number: number) => ({ ...destination, accountNumber: String(2_000_000_000 + number) });
    const oldest = await saveAccount(fileDatabase, tenant, numbered(0));
    for (let number = 1; number <= 100; number += 1)
      await saveAccount(fileDatabase, tenant, numbered(number));
    const ada = await createPerson(fileDatabase, [[tenant.merchantId, "finance"]]);
    const page = await visitDashboard(context, fileIngress, ada, "/dashboard/test/payouts/new");
    const saved = page.getByRole("combobox", { name: "Recipient" });
    await saved.waitFor();
    expect(await saved.inputValue()).toBe("");
    await page.getByLabel("Amount").fill("100");
    expect(await page.getByRole("button", { name: "Review" }).isDisabled()).toBe(true);

    await page.goto(`${page.url()}?account=${oldest.reference}`);
    await saved.waitFor();
    expect(await saved.inputValue()).toContain("2000000000");
    await page.getByLabel("Amount").fill("100");
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByText("2000000000").waitFor();

    await page.goto(page.url().replace(oldest.reference, unknownLike(oldest.reference)));
    await saved.waitFor();
    expect(await saved.inputValue()).toBe("");
  });

  test("the bank is asked once for a name, also while payments come in, so that the button to save stays", async ({
    context,
    database,
    databaseUrl,
    workers: _running,
  }) => {
    const { tenant } = await createMember(database, { available: 1_000_000n });
    await resolveDestination(database, tenant);
    const ada = await createPerson(database, [[tenant.merchantId, "finance"]]);
    await using ingress = await startTestIngress(databaseUrl, { updatesRefreshMs: 100 });
    const page = await visitDashboard(context, ingress, ada, "/dashboard/test/settings/payout-accounts");
    await page.getByRole("button", { name: "Add account" }).first().click();
    await page.getByRole("combobox", { name: "Bank" }).fill("guaranty");
    await page.getByRole("option").first().click();
    await page.getByLabel("Account number").fill("0123456789");
    const save = page.getByRole("button", { name: "Save account" });
    await expect.poll(() => save.isEnabled()).toBe(true);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
    const list = page.waitForResponse("**/dashboard/api/test/payout-accounts");
    await createPayout(database, tenant, { amount: 123_400n });
    // What is on the screen is loaded again, all at once.
    await list;
    expect(asked.filter((each) => each.includes("/banks"))).toEqual([]);
    await save.click();
    await page.getByText(/ saved$/).waitFor();
  });

  test("what was loaded stays where it cannot be loaded again", async ({
    context,
    fileDatabase,
    fileIngress,
  }) => {
    const { tenant } = await createMember(fileDatabase, { available: 1_000_000n });
    await resolveDestination(fileDatabase, tenant);
    const { reference } = await createPayout(fileDatabase, tenant);
    const ada = await createPerson(fileDatabase, [[tenant.merchantId, "finance"]]);
    const page = await visitDashboard(context, fileIngress, ada, `/dashboard/test/payouts/${reference}`);
    await page.getByRole("heading", { level: 1, name: "₦1,000.00" }).waitFor();
    const refusal = {
      status: 400,
      json: { error: { code: "STATE_CONFLICT", message: "Refused for a test." } },
    };
    let refused = 0;
    const refuse = async (route: Route) => {
      await route.fulfill(refusal);
      refused += 1;
    };
    // A pending payout is asked for every three seconds.
    await page.route("**/dashboard/api/test/payouts/*", refuse);
    await expect.poll(() => refused, { timeout: 15_000 }).toBeGreaterThan(1);
    expect(await page.getByText("Couldn’t load this").count()).toBe(0);
    expect(await page.getByRole("heading", { level: 1, name: "₦1,000.00" }).count()).toBe(1);
  });

  test("banks that cannot be loaded are asked for again", async ({ context, fileDatabase, fileIngress }) => {
    const { tenant } = await createMember(fileDatabase, { available: 1_000_000n });
    const ada = await createPerson(fileDatabase, [[tenant.merchantId, "finance"]]);
    const error = { code: "STATE_CONFLICT", message: "Refused for a test." };
    await context.route("**/dashboard/api/test/banks", (route) =>
      route.fulfill({ status: 400, json: { error } }),
    );
    const page = await visitDashboard(context, fileIngress, ada, "/dashboard/test/payouts/new");
    await expect.poll(() => page.getByText("Couldn’t load the list of banks").count()).toBe(1);
    await checkScreen(page);
    await context.unroute("**/dashboard/api/test/banks");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("combobox", { name: "Bank" }).fill("zenith");
    await page.getByRole("option", { name: "Zenith Bank" }).waitFor();
  });

  test("a bank is found by what people call it and by its kind, commercial banks first", async ({
    context,
    fileDatabase,
    fileIngress,
  }) => {
    const { tenant } = await createMember(fileDatabase, { available: 1_000_000n });
    const ada = await createPerson(fileDatabase, [[tenant.merchantId, "finance"]]);
    const page = await visitDashboard(context, fileIngress, ada, "/dashboard/test/payouts/new");
    const field = page.getByRole("combobox", { name: "Bank" });
    const options = page.getByRole("option");
    const names = () =>
      options.evaluateAll((all) => all.map((one) => one.querySelector("span")?.firstChild?.textContent));

    await field.fill("fcmb");
    await expect.poll(names).toEqual(["First City Monument Bank", "FCMB Easy Account", "FCMB MFB"]);
    await field.fill("kuda microfinance");
    await expect.poll(names).toEqual(["Kuda MFB"]);
    await field.fill("");
    await expect.poll(async () => (await names()).length).toBe(162);
    expect((await names()).slice(0, 2)).toEqual(["Access Bank", "Access Bank (Diamond)"]);
    await field.fill("opay");
    await options.click();
    expect(await field.inputValue()).toBe("OPay (OPay Digital Services)");
  });

  test("a payout that does not exist is not found, and not asked for again", async ({
    context,
    fileDatabase,
    fileIngress,
  }) => {
    const { tenant } = await createMember(fileDatabase);
    const viewer = await createPerson(fileDatabase, [[tenant.merchantId, "viewer"]]);
    const at = `/dashboard/test/payouts/${unknownLike("pyt_")}`;
    const page = await visitDashboard(context, fileIngress, viewer, at);
    await page.getByRole("alert").waitFor();
    expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
    await page.getByRole("heading", { name: "Page not found" }).waitFor();
    await checkScreen(page);
    await page.getByRole("link", { name: "Go to Home" }).waitFor();
  });

  test("limits and fees are shown for the environment", async ({ context, fileDatabase, fileIngress }) => {
    const { tenant } = await createMember(fileDatabase);
    const viewer = await createPerson(fileDatabase, [[tenant.merchantId, "viewer"]]);
    await fileDatabase.query(sql.type(z.object({}))`
      insert into payout_limits (environment, merchant_id, day_max, account_day_payouts, set_at)
      values ('live', ${tenant.merchantId}, 200000000, 7, now()), ('test', ${tenant.merchantId}, 100, null, now())`);
    const page = await visitDashboard(context, fileIngress, viewer, "/dashboard/live/settings/limits");
    await page.getByText("₦10,000,000.00").waitFor();
    await page.getByText("₦2,000,000.00").waitFor();
    await page.getByText("Payouts per day to one account").waitFor();
    await page.getByText("From ₦5,000.01").waitFor();
    await page.getByText("7.5% of the fee").first().waitFor();
    await checkScreen(page);

    await failToRefresh(page, /\/dashboard\/api\/limits$/, 70_000);
    await page.getByText("Couldn’t refresh this. Last loaded").waitFor();
    await page.getByText("₦2,000,000.00").waitFor();
  });
});
