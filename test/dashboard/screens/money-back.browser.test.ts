import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { z } from "zod";
import { sql } from "../../../sql/process/sql-tag.ts";
import type { Database } from "../../../sql/process/database.ts";
import type { Tenant } from "../../../sql/merchants/tenant.ts";
import { sandboxAccounts } from "../../../workers/gateways/sandbox/outcomes.ts";
import { sandboxAccountName } from "../../../workers/gateways/sandbox/account-name.ts";
import { createLiveMember, createMember } from "../../helpers/create-member.ts";
import { createPerson } from "../../helpers/create-person.ts";
import {
  balancesOf,
  createVirtualAccount,
  fund,
  ledgerDrift,
  payIn,
  resolveDestination,
} from "../../helpers/records.ts";
import { test } from "../../helpers/test.ts";
import { createUnmatchedCredit } from "../../collections/create-unmatched-credit.ts";
import {
  bankName,
  createPaidCollection,
  createRefund,
  fromPayer,
  payer,
} from "../../refunds/create-collection.ts";
import { checkScreen } from "./check-screen.ts";
import { forgetProof, password } from "./live-screens.ts";
import { photograph } from "./photograph.ts";
import { visitDashboard } from "./visit-dashboard.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** A fact of the page by its name. */
const fact = (page: Page, name: string) =>
  page
    .locator(".facts > div")
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator("dd");

const countRefunds = (database: Database, { merchantId }: Tenant) =>
  database.oneFirst(sql.type(z.object({ n: z.int() }))`
    select count(*)::integer as n from payouts where merchant_id = ${merchantId} and collection_id is not null`);

/** What the sandbox's payer has at the bank. */
const known = {
  name: sandboxAccountName(payer.bankCode, payer.accountNumber),
  bankName,
  accountNumber: payer.accountNumber,
};

/** Chooses another account in a dialog. */
async function enterAccount(page: Page, accountNumber: string): Promise<void> {
  await page.getByRole("combobox", { name: "Bank" }).fill("zenith");
  await page.getByRole("option", { name: "Zenith Bank" }).click();
  await page.getByLabel("Account number").fill(accountNumber);
  await page.getByText("Is this the right account?").waitFor();
}

describe("a collection", () => {
  test("is refunded in part to the account that paid, once, although the first response was lost", async ({
    context,
    database,
    ingress,
    workers: _running,
  }) => {
    const { tenant } = await createMember(database);
    const collection = await createPaidCollection(database, tenant, 500_000n, known);
    const ada = await createPerson(database, [[tenant.merchantId, "finance"]]);
    const page = await visitDashboard(context, ingress, ada, `/dashboard/test/collections/${collection}`);
    await button(page, "Refund").click();
    await page.getByText(`${known.name}, ${bankName}, ${payer.accountNumber}`).waitFor();
    const amount = page.getByLabel("Amount");
    expect(await amount.inputValue()).toBe("5000");
    await amount.fill("5000.01");
    await button(page, "Review").click();
    await page.getByText("Enter at most ₦5,000.00.").waitFor();
    await checkScreen(page);
    await amount.fill("2,000");
    await page.getByRole("button", { name: /Reason$/ }).click();
    await page.getByRole("option", { name: "Duplicate payment" }).click();
    await page.getByLabel("Note").fill(" Order 7 ");
    await photograph(page, "refund-form");
    await button(page, "Review").click();
    await page.getByText("Bank transfers can’t be reversed.").waitFor();
    await checkScreen(page);
    await photograph(page, "refund-review");
    await button(page, "Edit").click();
    expect(await amount.inputValue()).toBe("2,000");
    expect(await page.getByLabel("Note").inputValue()).toBe("Order 7");
    await button(page, "Review").click();
    await page.route(
      "**/dashboard/api/test/refunds",
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await button(page, "Refund ₦2,000.00").click();
    await page.getByText("it’s never paid twice").waitFor();
    await checkScreen(page);
    await button(page, "Refund ₦2,000.00").click();
    await page.getByText("The money is with the customer’s bank.").waitFor();
    expect(await fact(page, "Reason").textContent()).toBe("Duplicate payment");
    expect(await fact(page, "Note").textContent()).toBe("Order 7");
    expect(await fact(page, "Deducted from your balance").textContent()).toBe("₦2,000.00");
    await page.getByText("Reserved for refund").waitFor();
    await checkScreen(page);
    await photograph(page, "refund-succeeded");

    await page.getByRole("link", { name: collection }).click();
    await page.getByRole("link", { name: "₦2,000.00" }).waitFor();
    expect(await fact(page, "Refunded").textContent()).toBe("₦2,000.00");
    await checkScreen(page);
    await photograph(page, "refund-collection");
    expect(await countRefunds(database, tenant)).toBe(1);
    expect(await balancesOf(database, tenant)).toEqual({ available: 300_000, reserved: 0 });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("is not refunded beyond what is left meanwhile, and then there is no button any more", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { tenant } = await createMember(database);
    const collection = await createPaidCollection(database, tenant, 500_000n);
    const ada = await createPerson(database, [[tenant.merchantId, "owner"]]);
    const page = await visitDashboard(context, ingress, ada, `/dashboard/test/collections/${collection}`);
    await button(page, "Refund").click();
    await button(page, "Review").click();
    await createRefund(database, tenant, collection, { amount: 1_000n });
    await button(page, "Refund ₦5,000.00").click();
    await page.getByText("This is more than what’s left to refund of this collection.").waitFor();
    await checkScreen(page);
    await createRefund(database, tenant, collection);
    await page.reload();
    await page.getByRole("link", { name: "₦4,990.00" }).waitFor();
    await page.getByText("Refunded in full").waitFor();
    expect(await button(page, "Refund").count()).toBe(0);
    await photograph(page, "refund-in-full");
  });

  test("in live is refunded once the person has confirmed who they are", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { tenant } = await createLiveMember(database);
    const collection = await createPaidCollection(database, tenant, 1_000_000n);
    await fund(database, tenant, 5_000n);
    const ada = await createPerson(database, [[tenant.merchantId, "finance"]]);
    await forgetProof(database, ada.id);
    const page = await visitDashboard(context, ingress, ada, `/dashboard/live/collections/${collection}`);
    await button(page, "Refund").click();
    await button(page, "Review").click();
    await button(page, "Refund ₦10,000.00").click();
    await page.getByRole("dialog", { name: "Confirm it’s you" }).getByLabel("Password").fill(password);
    expect(await countRefunds(database, tenant)).toBe(0);
    await button(page, "Confirm").click();
    await page.getByText("Not sent yet").waitFor();
    expect(await fact(page, "Stamp duty").textContent()).toBe("₦50.00");
    expect(await fact(page, "Reserved in your balance").textContent()).toBe("₦10,050.00");
    await photograph(page, "refund-live");
    await button(page, "Cancel refund").click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel refund" }).click();
    await page.getByText("This refund was canceled").waitFor();
    await checkScreen(page);
    expect(await balancesOf(database, tenant)).toEqual({ available: 1_005_000, reserved: 0 });
  });

  test("is refunded to another account, and again after the bank rejected that", async ({
    context,
    database,
    ingress,
    workers: _running,
  }) => {
    const { tenant } = await createMember(database);
    const collection = await createPaidCollection(database, tenant, 500_000n, { name: "KEMI" });
    const ada = await createPerson(database, [[tenant.merchantId, "owner"]]);
    const page = await visitDashboard(context, ingress, ada, `/dashboard/test/collections/${collection}`);
    await button(page, "Refund").click();
    await page.getByText("We don’t know the full account number.").waitFor();
    await page.getByRole("button", { name: /To$/ }).click();
    await page.getByRole("option", { name: "Another account" }).click();
    expect(await button(page, "Review").isDisabled()).toBe(true);
    await enterAccount(page, sandboxAccounts.payoutFails);
    await checkScreen(page);
    await photograph(page, "refund-form-other");
    await button(page, "Review").click();
    expect(await fact(page, "Bank").first().textContent()).toBe("Zenith Bank");
    await photograph(page, "refund-review-other");
    await button(page, "Refund ₦5,000.00").click();
    await page.getByText("The bank rejected this refund").waitFor();
    await checkScreen(page);
    await photograph(page, "refund-failed");
    await page.getByRole("link", { name: "View collection" }).click();
    await button(page, "Refund").waitFor();
    expect(await balancesOf(database, tenant)).toEqual({ available: 500_000, reserved: 0 });
  });
});

describe("a refund that needs an account", () => {
  test("gets one, and tells that the bank returned the money", async ({
    context,
    database,
    ingress,
    workers: _running,
  }) => {
    const { tenant } = await createMember(database);
    const collection = await createPaidCollection(database, tenant, 500_000n, { name: "KEMI" });
    const reference = await createRefund(database, tenant, collection);
    const ada = await createPerson(database, [[tenant.merchantId, "finance"]]);
    const page = await visitDashboard(context, ingress, ada, "/dashboard/test");
    await page.getByText("1 refund needs an account").waitFor();
    await checkScreen(page);
    await photograph(page, "refund-on-home");
    await page.getByRole("link", { name: "View refunds" }).click();
    await page.getByLabel("Collection").fill(collection);
    await checkScreen(page);
    await photograph(page, "refunds-filtered");
    await page.getByRole("link", { name: "₦5,000.00" }).click();
    await page.getByText("This refund needs an account").waitFor();
    await button(page, "Set account").click();
    const send = page.getByRole("dialog").getByRole("button", { name: "Refund ₦5,000.00" });
    expect(await send.isDisabled()).toBe(true);
    await enterAccount(page, sandboxAccounts.payoutReverses);
    await checkScreen(page);
    await photograph(page, "refund-set-account");
    await send.click();
    await page.getByText("The bank returned the money").waitFor();
    expect(await fact(page, "Account number").textContent()).toContain(sandboxAccounts.payoutReverses);
    expect(await fact(page, "Reference").first().textContent()).toContain(reference);
    await checkScreen(page);
    await photograph(page, "refund-reversed");
    expect(await balancesOf(database, tenant)).toEqual({ available: 500_000, reserved: 0 });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("is only read by viewers and developers", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { tenant } = await createMember(database);
    const collection = await createPaidCollection(database, tenant, 500_000n, { name: "KEMI" });
    const reference = await createRefund(database, tenant, collection, { amount: 100_000n });
    for (const role of ["viewer", "developer"] as const) {
      const person = await createPerson(database, [[tenant.merchantId, role]]);
      await context.clearCookies();
      const page = await visitDashboard(context, ingress, person, `/dashboard/test/refunds/${reference}`);
      await page.getByText("This refund needs an account").waitFor();
      for (const name of ["Set account", "Cancel refund"]) expect(await button(page, name).count()).toBe(0);
      await page.getByRole("link", { name: collection }).click();
      await page.getByText("Funds received.").waitFor();
      expect(await button(page, "Refund").count()).toBe(0);
    }
  });
});

/** The button that sends what a dialog is about. */
const send = (page: Page, name: string) => page.getByRole("dialog").getByRole("button", { name });
const row = (page: Page, amount: string) =>
  page.getByRole("row").filter({ has: page.getByRole("link", { name: amount }) });

describe("an unmatched payment", () => {
  test("is found on home, and accepted as a collection of its own or into one that it completes", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { tenant } = await createMember(database);
    const paid = await createVirtualAccount(database, tenant, 100_000n);
    for (const amount of [100_000n, 70_000n, 30_000n])
      await payIn(database, paid.reference, amount, { payer: { name: "Kemi Udoh" } });
    const open = await createVirtualAccount(database, tenant, 30_000n);
    const ada = await createPerson(database, [[tenant.merchantId, "finance"]]);
    const page = await visitDashboard(context, ingress, ada, "/dashboard/test");
    await page.getByText("2 payments are unmatched").waitFor();
    await page.getByRole("link", { name: "View payments" }).click();
    await row(page, "₦700.00").getByText("Kemi Udoh").waitFor();
    await checkScreen(page);
    await photograph(page, "unmatched-waiting");
    await button(page, "Accept ₦700.00").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("send collection.success").waitFor();
    await checkScreen(page);
    await photograph(page, "unmatched-accept");
    // As it comes out of a chat, with invisible marks around it.
    await dialog.getByLabel("Collection").fill(`\u2068${open.collection.reference}\u2069`);
    await send(page, "Accept ₦700.00").click();
    await row(page, "₦700.00").waitFor({ state: "detached" });

    await button(page, "Accept ₦300.00").click();
    await dialog.getByLabel("Collection").fill(open.collection.reference);
    await send(page, "Accept ₦300.00").click();
    await dialog.getByText("complete that collection").waitFor();
    await checkScreen(page);
    await photograph(page, "unmatched-refused");
    await dialog.getByLabel("Collection").fill("");
    await send(page, "Accept ₦300.00").click();
    await page.getByText("No unmatched payments").or(page.getByText("Clear filters")).first().waitFor();
    await button(page, "Clear filters").click();
    await row(page, "₦300.00").getByText("Accepted").waitFor();
    expect(await page.getByRole("button", { name: /^Accept/ }).count()).toBe(0);
    await checkScreen(page);
    await photograph(page, "unmatched-accepted");
    await page.getByRole("link", { name: "₦300.00" }).click();
    await page.getByText("Funds received.").waitFor();
    await checkScreen(page);
    await photograph(page, "unmatched-own-collection");
    expect(await balancesOf(database, tenant)).toEqual({ available: 200_000, reserved: 0 });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("is found by its reference, where it can be decided", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { tenant } = await createMember(database);
    const { credit } = await createUnmatchedCredit(database, tenant, 70_000n);
    await createUnmatchedCredit(database, tenant, 30_000n);
    const ada = await createPerson(database, [[tenant.merchantId, "finance"]]);
    const page = await visitDashboard(context, ingress, ada, "/dashboard/test");
    await page.getByRole("button", { name: /^Search/ }).click();
    await page.getByRole("dialog", { name: "Search" }).waitFor();
    await page.keyboard.insertText(credit);
    await page.getByRole("menuitem").filter({ hasText: "₦700.00" }).click();
    await button(page, "Accept ₦700.00").waitFor();
    expect(await button(page, "Accept ₦300.00").count()).toBe(0);
  });

  test("in live is returned once the person has confirmed who they are", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { tenant } = await createLiveMember(database);
    const paid = await createVirtualAccount(database, tenant, 1_000_000n);
    for (let times = 0; times < 2; times += 1)
      await payIn(database, paid.reference, 1_000_000n, { environment: "live", payer: fromPayer });
    await resolveDestination(database, tenant, payer);
    const ada = await createPerson(database, [[tenant.merchantId, "finance"]]);
    await forgetProof(database, ada.id);
    const page = await visitDashboard(context, ingress, ada, "/dashboard/live/unmatched-payments");
    await button(page, "Return ₦10,000.00").click();
    await send(page, "Return ₦10,000.00").click();
    await page.getByRole("dialog", { name: "Confirm it’s you" }).getByLabel("Password").fill(password);
    expect(await countRefunds(database, tenant)).toBe(0);
    await button(page, "Confirm").click();
    await page.getByText("Not sent yet").waitFor();
    expect(await fact(page, "Stamp duty").textContent()).toBe("₦50.00");
    expect(await balancesOf(database, tenant)).toEqual({ available: 995_000, reserved: 1_005_000 });
    await checkScreen(page);
    await photograph(page, "unmatched-return-live");
    await button(page, "Cancel refund").click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel refund" }).click();
    await page.getByText("This refund was canceled").waitFor();
    expect(await balancesOf(database, tenant)).toEqual({ available: 1_000_000, reserved: 0 });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("is returned to the account that paid, and waits again where the bank rejects that", async ({
    context,
    database,
    ingress,
    workers: _running,
  }) => {
    const { tenant } = await createMember(database);
    const paid = await createVirtualAccount(database, tenant, 100_000n);
    await payIn(database, paid.reference, 100_000n, { payer: known });
    await payIn(database, paid.reference, 70_000n, { payer: known });
    await payIn(database, paid.reference, 30_000n, { payer: { name: "KEMI" } });
    const ada = await createPerson(database, [[tenant.merchantId, "owner"]]);
    const path = "/dashboard/test/unmatched-payments";
    const page = await visitDashboard(context, ingress, ada, path);
    await button(page, "Return ₦700.00").click();
    await page.getByText(`${known.name}, ${bankName}, ${payer.accountNumber}`).waitFor();
    await checkScreen(page);
    await photograph(page, "unmatched-return");
    await send(page, "Return ₦700.00").click();
    await page.getByText("The money is with the customer’s bank.").waitFor();
    await checkScreen(page);
    await photograph(page, "unmatched-return-succeeded");
    await fact(page, "Unmatched payment").getByRole("link").click();
    await row(page, "₦700.00").getByText("Returned").waitFor();

    await button(page, "Clear filters").click();
    await button(page, "Return ₦300.00").click();
    await send(page, "Return ₦300.00").click();
    await button(page, "Set account").click();
    await enterAccount(page, sandboxAccounts.payoutFails);
    await send(page, "Refund ₦300.00").click();
    await page.getByText("The money is back under Unmatched payments.").waitFor();
    await checkScreen(page);
    await photograph(page, "unmatched-return-failed");
    await page.getByRole("link", { name: "View payment" }).click();
    await row(page, "₦300.00").getByText("The return failed").waitFor();
    await button(page, "Return ₦300.00").waitFor();
    await checkScreen(page);
    await photograph(page, "unmatched-return-waiting");
    expect(await balancesOf(database, tenant)).toEqual({ available: 100_000, reserved: 0 });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("is only read by viewers and developers", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { tenant } = await createMember(database);
    const paid = await createVirtualAccount(database, tenant, 100_000n);
    for (const amount of [100_000n, 70_000n])
      await payIn(database, paid.reference, amount, { payer: { name: "Kemi Udoh" } });
    for (const role of ["viewer", "developer"] as const) {
      const person = await createPerson(database, [[tenant.merchantId, role]]);
      await context.clearCookies();
      const page = await visitDashboard(context, ingress, person, "/dashboard/test/unmatched-payments");
      await row(page, "₦700.00").waitFor();
      expect(await page.getByRole("button", { name: /^(Accept|Return)/ }).count()).toBe(0);
    }
  });
});
