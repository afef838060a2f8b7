import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { createTeam, givePolicy } from "../../approvals/team.ts";
import { createLiveMember, createMember } from "../../helpers/create-member.ts";
import { createPerson } from "../../helpers/create-person.ts";
import { balancesOf, ledgerDrift } from "../../helpers/records.ts";
import { test } from "../../helpers/test.ts";
import {
  batchItem,
  batchItems,
  createBatch,
  createReadyBatch,
  start,
  validate,
} from "../../payout-batches/batch-steps.ts";
import { translatePage } from "../../helpers/browser/translate-page.ts";
import { checkScreen } from "../screens/check-screen.ts";
import { forgetProof, password } from "../screens/live-screens.ts";
import { photograph } from "../screens/photograph.ts";
import { complaintsOf, visitDashboard } from "../screens/visit-dashboard.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const dialogButton = (page: Page, name: string) => page.getByRole("dialog").getByRole("button", { name });
const row = (page: Page, number: number) =>
  page.getByRole("row").filter({ has: page.getByRole("cell", { name: String(number), exact: true }) });

const header = "amount,bank,account_number,account_name,narration,purpose,merchant_reference";
const rows = [
  '"1,000.00",058,0000000010,,March,salary,staff-1',
  "2000,Guaranty Trust Bank,0000000011,,March,salary,staff-2",
  "2000,058,0000000011,,March,salary,staff-3",
  "500,058,123456789,,March,salary,staff-4",
  "700,044,0000000012,Nobody At All,March,salary,staff-5",
  "900,058,0000000001,,March,salary,staff-6",
];

async function choose(page: Page, name: string, text: string | Buffer) {
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: /^Choose/ }).click(),
  ]);
  await chooser.setFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
}

describe("a batch of payouts", () => {
  test("is uploaded, corrected row by row, started, and its failed payouts are paid again", async ({
    context,
    database,
    ingress,
    workers: _workers,
  }) => {
    const { tenant } = await createMember(database, { available: 10_000_000n });
    const person = await createPerson(database, [[tenant.merchantId, "finance"]]);
    const page = await visitDashboard(context, ingress, person, "/dashboard/test/payout-batches");
    await page.getByRole("heading", { name: "No batches yet" }).waitFor();
    await checkScreen(page);
    await photograph(page, "batches-none");
    await page.getByRole("link", { name: "New batch" }).first().click();
    await button(page, "Choose a file").waitFor();
    await checkScreen(page);
    await photograph(page, "batch-new");
    const [template] = await Promise.all([
      page.waitForEvent("download"),
      button(page, "Download template").click(),
    ]);
    const workbook = await readFile(await template.path(), "utf8");
    expect(workbook).toContain('<col min="1" max="7" width="24" style="1"');
    expect(workbook.match(/<t>\w+<\/t>/g)!.slice(0, 7)).toEqual(
      header.split(",").map((column) => `<t>${column}</t>`),
    );

    await choose(page, "staff.xlsx", "PK\u0003\u0004");
    await button(page, "Upload and check").click();
    await page.getByText("This is an Excel workbook.").waitFor();
    await choose(page, "staff.csv", "amont,bank,account_number\n1,2,3");
    await button(page, "Upload and check").click();
    await page.getByText("Row 1, column 1: unknown; did you mean amount?").waitFor();
    await checkScreen(page);
    await photograph(page, "batch-refused");
    // Windows-1252, as spreadsheets save it without UTF-8.
    await choose(page, "staff.csv", Buffer.from(`${header}\n1000,058,0000000010,Ren\xe9e,,,`, "latin1"));
    await button(page, "Upload and check").click();
    await page.getByText("Row 2, column account_name: is not UTF-8 text").waitFor();

    await choose(page, "March salaries.csv", `\ufeff${header}\r\n${rows.join("\r\n")}\r\n`);
    expect(await page.getByLabel("Name").inputValue()).toBe("March salaries");
    await button(page, "Upload and check").click();
    await page.getByRole("heading", { name: "March salaries" }).waitFor();
    await page.getByText("Checked, with mistakes").waitFor({ timeout: 30_000 });
    await page.getByText("4 rows can be paid, and 2 rows have mistakes.").waitFor();
    await row(page, 5).getByText("The account number must have 10 digits.").waitFor();
    await row(page, 6).getByText("The bank has another name for this account.").waitFor();
    await checkScreen(page);
    await photograph(page, "batch-ready");

    await page.getByRole("button", { name: "Fix row 5" }).click();
    await dialogButton(page, "Use 0123456789").click();
    await checkScreen(page);
    await photograph(page, "batch-fix");
    await dialogButton(page, "Save row").click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Fix row 6" }).click();
    await dialogButton(page, "Use the bank’s name").click();
    await dialogButton(page, "Save row").click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByText("6 rows can be paid.").waitFor({ timeout: 30_000 });
    await row(page, 5).getByText("Ready").waitFor();

    // Each of the two that are alike is a duplicate of the other.
    const pay = button(page, "Pay ₦7,100.00");
    expect(await pay.isDisabled()).toBe(true);
    await page.getByText("Pay 5 accounts with a name that’s only close, or with none").click();
    await page.getByText("Pay 2 duplicates").click();
    await checkScreen(page);
    await photograph(page, "batch-start");
    await pay.click();
    await page.getByText("Completed, with failed payouts").waitFor({ timeout: 30_000 });
    await page.getByText("5 payouts succeeded, 1 failed.").waitFor();
    await row(page, 7).getByText("Failed").waitFor();
    await checkScreen(page);
    await photograph(page, "batch-completed");
    expect(await balancesOf(database, tenant)).toEqual({ available: 9_380_000, reserved: 0 });

    const results = page.getByRole("link", { name: "Download results" });
    const file = await page.request.get(new URL((await results.getAttribute("href"))!, page.url()).href);
    expect((await file.text()).split("\r\n")[6]).toMatch(
      /^900\.00,058,0000000001,.*,failed,.*DESTINATION_REJECTED/,
    );

    await button(page, "Retry 1 failed payout").click();
    await checkScreen(page);
    await photograph(page, "batch-retry");
    await dialogButton(page, "Retry").click();
    await page.getByText("5 payouts succeeded, 1 failed.").waitFor({ timeout: 30_000 });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("has 10,000 rows that stay in reach while few of them are in the page, also a translated one", async ({
    browser,
    database,
    ingress,
  }) => {
    const { tenant } = await createMember(database, { available: 10_000_000n });
    const reference = await createBatch(database, tenant, batchItems(10_000));
    const person = await createPerson(database, [[tenant.merchantId, "viewer"]]);
    await using context = await browser.newContext({ locale: "fr-FR", timezoneId: "Europe/Paris" });
    const page = await visitDashboard(
      context,
      ingress,
      person,
      `/dashboard/test/payout-batches/${reference}`,
    );
    await row(page, 1).waitFor();
    await page.getByText("0 of 10,000 rows checked.").waitFor();
    await checkScreen(page);
    await photograph(page, "batch-validating");
    expect(await page.getByRole("button", { name: /^(Edit|Fix|Pay|Cancel)/ }).count()).toBe(0);

    await translatePage(page);
    await page.setViewportSize({ width: 360, height: 800 });
    const scroll = () => {
      window.scrollTo(0, document.documentElement.scrollHeight);
      return Math.max(
        ...[...document.querySelectorAll("[data-index]")].map(({ ariaRowIndex }) => Number(ariaRowIndex)),
      );
    };
    await expect.poll(() => page.evaluate(scroll), { timeout: 60_000 }).toBeGreaterThan(1_500);
    expect(await page.getByRole("row").count()).toBeLessThan(60);
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.locator('[data-index="0"]').getByText("ADAEZE OKAFOR").waitFor();
    expect(complaintsOf(page)).toEqual([]);
  });

  test("in live is started once the person has proved who they are", async ({
    context,
    database,
    ingress,
  }) => {
    const { tenant } = await createLiveMember(database, 1_000_000n);
    const reference = await createReadyBatch(database, tenant, batchItems(2));
    const person = await createPerson(database, [[tenant.merchantId, "finance"]]);
    await forgetProof(database, person.id);
    const page = await visitDashboard(
      context,
      ingress,
      person,
      `/dashboard/live/payout-batches/${reference}`,
    );
    await page.getByRole("button", { name: /^Pay ₦/ }).click();
    const dialog = page.getByRole("dialog", { name: "Confirm it’s you" });
    await dialog.getByLabel("Password").fill(password);
    expect(await balancesOf(database, tenant)).toEqual({ available: 1_000_000, reserved: 0 });
    await checkScreen(page);
    await photograph(page, "batch-step-up");
    await dialog.getByRole("button", { name: "Confirm" }).click();
    await page.getByText("0 of 2 payouts done.").waitFor();
    // Two service fees with VAT.
    expect(await balancesOf(database, tenant)).toEqual({ available: 797_850, reserved: 202_150 });
  });

  test("is not started with more duplicates than its reader has seen", async ({
    context,
    database,
    ingress,
  }) => {
    const { tenant } = await createMember(database, { available: 10_000_000n });
    const person = await createPerson(database, [[tenant.merchantId, "finance"]]);
    const other = await createReadyBatch(database, tenant, [batchItem(0)]);
    const reference = await createBatch(database, tenant, [batchItem(0), batchItem(1), batchItem(1)]);
    await validate(database, tenant);
    const path = `/dashboard/test/payout-batches/${reference}`;
    const page = await visitDashboard(context, ingress, person, path);
    await page.getByText("Pay 2 duplicates").click();
    // The row that both have is paid meanwhile.
    expect((await start(database, tenant, other)).outcome).toBe("started");
    const pay = button(page, "Pay ₦3,000.00");
    await pay.click();
    const duplicates = page.getByRole("checkbox", { name: "Pay 3 duplicates" });
    await duplicates.waitFor();
    expect([await duplicates.isChecked(), await pay.isDisabled()]).toEqual([false, true]);
    await page.getByText("Pay 3 duplicates").click();
    await pay.click();
    await page.getByText("Batch started").waitFor();
  });

  test("waits for approval as one payment, which another person decides", async ({
    browser,
    context,
    database,
    ingress,
    workers: _workers,
  }) => {
    const team = await createTeam(database, ingress.call);
    await givePolicy(database, team.tenant, { amountMax: 100_000 });
    const page = await visitDashboard(context, ingress, team.finance, "/dashboard/test/payout-batches/new");
    await choose(page, "Refunds.csv", `${header}\n${rows.slice(0, 2).join("\n")}`);
    await button(page, "Upload and check").click();
    await page.getByText("2 rows can be paid.").waitFor({ timeout: 30_000 });
    await page.getByText("Pay 2 accounts with a name").click();
    await button(page, "Pay ₦3,000.00").click();
    await page.getByText("Waiting for approval").waitFor();
    await page.getByText("You requested this.").waitFor();
    await checkScreen(page);
    await photograph(page, "batch-awaiting-approval");

    await using others = await browser.newContext();
    const inbox = await visitDashboard(others, ingress, team.approver, "/dashboard/test/approvals");
    await inbox.getByText("Batch of payouts to").waitFor();
    await inbox.getByText("2 accounts (Refunds)").waitFor();
    await checkScreen(inbox);
    await photograph(inbox, "approvals-batch");
    await button(inbox, "Approve ₦3,000.00").click();
    await dialogButton(inbox, "Approve ₦3,000.00").click();
    await inbox.getByText("Nothing is waiting for approval").waitFor();
    await page.getByText("2 payouts succeeded.").waitFor({ timeout: 30_000 });
  });
});
