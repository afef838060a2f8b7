import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { z } from "zod";
import { sql } from "../../../sql/process/sql-tag.ts";
import { createTeam, givePolicy } from "../../approvals/team.ts";
import { createUnmatchedCredit } from "../../collections/create-unmatched-credit.ts";
import { createMember } from "../../helpers/create-member.ts";
import { createPerson } from "../../helpers/create-person.ts";
import { balancesOf, ledgerDrift } from "../../helpers/records.ts";
import { test } from "../../helpers/test.ts";
import { createPaidCollection } from "../../refunds/create-collection.ts";
import { checkScreen } from "../screens/check-screen.ts";
import { forgetProof, password } from "../screens/live-screens.ts";
import { photograph } from "../screens/photograph.ts";
import { visitDashboard } from "../screens/visit-dashboard.ts";

const noRow = z.object({});
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
/** The button of a dialog that confirms it. */
const confirm = (page: Page, name: string) => page.getByRole("dialog").getByRole("button", { name });
const row = (page: Page, amount: string) =>
  page.getByRole("row").filter({ has: page.getByText(amount, { exact: true }) });
const isEmpty = (page: Page) => page.getByText("Nothing is waiting for approval").waitFor();

describe("payments that need approval", () => {
  test("wait by the owner's policy, until another person approves or rejects them, or 72 hours are over", async ({
    browser,
    context,
    database,
    ingress,
  }) => {
    const team = await createTeam(database, ingress.call);
    const { owner, approver, finance } = team;
    const page = await visitDashboard(context, ingress, owner, "/dashboard/test/settings/approval-policy");
    await page.getByText("No payment needs approval.").waitFor();
    await checkScreen(page);
    await photograph(page, "approval-policy-none");
    await page.getByLabel("Amount above which a payment waits").fill("1,000");
    await page.getByText("First payment to an account waits").click();
    await button(page, "Save policy").click();
    await page.getByText("₦1,000.00").waitFor();
    await checkScreen(page);
    await photograph(page, "approval-policy");

    const [first, second, third] = [
      (await team.pay(finance, 200_000)).data,
      (await team.pay(finance, 50_000)).data,
      (await team.pay(team.key, 150_000)).data,
    ];
    const reserved = await balancesOf(database, team.tenant);

    await using makers = await browser.newContext();
    const maker = await visitDashboard(makers, ingress, finance, "/dashboard/test/approvals");
    await row(maker, "₦2,000.00").getByText("You requested this.").waitFor();
    expect(await maker.getByRole("button", { name: /^(Approve|Reject)/ }).count()).toBe(0);
    await maker.getByRole("link", { name: first.reference }).click();
    await button(maker, "Cancel payout").waitFor();
    await maker.getByText("You requested this.").waitFor();
    await maker
      .getByText("The amount is above your policy’s limit. You’ve never paid this account.")
      .waitFor();
    expect(await maker.getByRole("button", { name: /^(Approve|Reject)/ }).count()).toBe(0);
    await checkScreen(maker);
    await photograph(maker, "approval-payout-maker");

    await using others = await browser.newContext();
    const home = await visitDashboard(others, ingress, approver, "/dashboard/test");
    await home.getByText("3 payments are waiting for approval").waitFor();
    await checkScreen(home);
    await photograph(home, "approval-home");
    await home.getByRole("link", { name: "View approvals" }).click();
    await row(home, "₦2,000.00").waitFor();
    expect(await home.getByRole("navigation", { name: "Main" }).getByText("3 waiting").count()).toBe(1);
    await row(home, "₦1,500.00").getByText(`API key ${team.keyReference}`).waitFor();
    await checkScreen(home);
    await photograph(home, "approvals");
    await button(home, "Approve ₦2,000.00").click();
    await home.getByText("We’ll send ₦2,000.00 to").waitFor();
    await checkScreen(home);
    await photograph(home, "approvals-approve");
    await confirm(home, "Approve ₦2,000.00").click();
    await row(home, "₦2,000.00").waitFor({ state: "detached" });
    await button(home, "Reject ₦500.00").click();
    await home.getByText("We won’t send ₦500.00 to").waitFor();
    await checkScreen(home);
    await photograph(home, "approvals-reject");
    await confirm(home, "Reject ₦500.00").click();
    await row(home, "₦500.00").waitFor({ state: "detached" });

    await button(home, "Approve ₦1,500.00").click();
    const minutes = 72 * 60;
    await ingress.call("POST", "/v1/sandbox/clock/advance", { key: team.key, body: { minutes } });
    await confirm(home, "Approve ₦1,500.00").click();
    await home.getByText("This payment doesn't wait for approval").waitFor();
    await checkScreen(home);
    await home.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await isEmpty(home);
    await checkScreen(home);
    await photograph(home, "approvals-empty");

    const statuses = await Promise.all(
      [first, second, third].map(async ({ reference }) => {
        const { data } = await team.as(finance, "GET", `payouts/${reference}`);
        return [data.status, data.cancelReason];
      }),
    );
    expect(statuses).toEqual([
      ["pending", undefined],
      ["canceled", "rejected"],
      ["canceled", "expired"],
    ]);
    expect((await balancesOf(database, team.tenant)).reserved).toBeLessThan(reserved.reserved!);
    expect(await ledgerDrift(database)).toEqual([]);

    const { tenant } = await createMember(database);
    const stranger = await createPerson(database, [[tenant.merchantId, "owner"]]);
    await context.clearCookies();
    await isEmpty(await visitDashboard(context, ingress, stranger, "/dashboard/test/approvals"));
  });

  test("are decided on their own pages, once: whoever is second, or has lost the role, reads why", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const team = await createTeam(database, ingress.call);
    await givePolicy(database, team.tenant, { dayMax: 0 });
    const pay = async () => (await team.pay(team.finance, 200_000)).data.reference as string;
    const [first, second] = [await pay(), await pay()];
    const page = await visitDashboard(context, ingress, team.approver, `/dashboard/test/payouts/${first}`);
    await page.getByText("The day’s total is above your policy’s limit.").waitFor();
    expect(await button(page, "Cancel payout").count()).toBe(0);
    await photograph(page, "approval-payout");
    await button(page, "Approve ₦2,000.00").click();
    await team.decide(team.owner, first, "reject");
    await page.getByText("It was rejected.").waitFor();
    await confirm(page, "Approve ₦2,000.00").click();
    await page.getByText("This payment doesn't wait for approval").waitFor();
    await checkScreen(page);
    await photograph(page, "approval-payout-decided");

    await page.goto(page.url().replace(first, second));
    await button(page, "Approve ₦2,000.00").click();
    // The session stays, as for one whose request is under way.
    await database.query(sql.type(noRow)`
      update memberships set role = 'viewer' where person_id = ${team.approver.id}`);
    await confirm(page, "Approve ₦2,000.00").click();
    await page.getByRole("dialog").getByText("Your role (viewer) can't do this.").waitFor();
    await page.getByText("Viewer", { exact: true }).waitFor();
    expect(await button(page, "Reject ₦2,000.00").count()).toBe(0);
    await photograph(page, "approval-payout-role-lost");
    expect((await team.as(team.finance, "GET", `payouts/${second}`)).data.status).toBe("awaiting_approval");
  });

  test("of refunds are decided on the refund's page", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const team = await createTeam(database, ingress.call);
    const collection = await createPaidCollection(database, team.tenant, 500_000n);
    await givePolicy(database, team.tenant, { amountMax: 1_000 });
    const { data } = await ingress.call("POST", "/dashboard/api/test/refunds", {
      session: team.owner.session,
      body: { collection, reason: "other" },
      headers: { "idempotency-key": randomUUID() },
    });
    const page = await visitDashboard(
      context,
      ingress,
      team.approver,
      `/dashboard/test/refunds/${data.reference}`,
    );
    await button(page, "Reject ₦5,000.00").click();
    await checkScreen(page);
    await photograph(page, "approval-refund-reject");
    await confirm(page, "Reject ₦5,000.00").click();
    await page.getByText("It was rejected.").waitFor();
    await checkScreen(page);
    await photograph(page, "approval-refund-rejected");
    expect((await balancesOf(database, team.tenant)).reserved).toBe(0);
  });

  test("of unmatched money are in the list of it, and are accepted once somebody approves", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const team = await createTeam(database, ingress.call);
    await givePolicy(database, team.tenant, { amountMax: 1_000 });
    await createUnmatchedCredit(database, team.tenant, 200_000n, { name: "Kemi Udoh" });
    const page = await visitDashboard(context, ingress, team.owner, "/dashboard/test/unmatched-payments");
    await button(page, "Accept ₦2,000.00").click();
    await confirm(page, "Accept ₦2,000.00").click();
    await row(page, "₦2,000.00").getByText("Awaiting approval").waitFor();
    expect(await button(page, "Accept ₦2,000.00").count()).toBe(0);
    await checkScreen(page);
    await photograph(page, "unmatched-awaiting-approval");
    await page.getByRole("link", { name: "View approval" }).click();
    await page.getByText("You requested this.").waitFor();

    await context.clearCookies();
    const inbox = await visitDashboard(context, ingress, team.approver, "/dashboard/test/approvals");
    await button(inbox, "Approve ₦2,000.00").click();
    await inbox.getByText("send collection.success").waitFor();
    await photograph(inbox, "approvals-accept");
    await confirm(inbox, "Approve ₦2,000.00").click();
    await isEmpty(inbox);
  });

  test("in live mode are approved once the person has confirmed who they are", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const team = await createTeam(database, ingress.call, "live");
    await givePolicy(database, team.tenant, { amountMax: 1_000 });
    const { reference } = (await team.pay(team.key, 200_000)).data;
    await forgetProof(database, team.approver.id);
    const page = await visitDashboard(context, ingress, team.approver, "/dashboard/live/approvals");
    await button(page, "Approve ₦2,000.00").click();
    await confirm(page, "Approve ₦2,000.00").click();
    await page.getByRole("dialog", { name: "Confirm it’s you" }).getByLabel("Password").fill(password);
    await button(page, "Confirm").click();
    await isEmpty(page);
    expect((await team.as(team.finance, "GET", `payouts/${reference}`)).data.status).toBe("pending");
  });
});

describe("a policy", () => {
  test("needs two people who can approve, and names keys whose payments nobody can", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { tenant } = await createMember(database);
    const owner = await createPerson(database, [[tenant.merchantId, "owner"]]);
    const body = { scopes: ["payouts:write"] };
    await ingress.call("POST", "/dashboard/api/test/keys", { session: owner.session, body });
    const page = await visitDashboard(context, ingress, owner, "/dashboard/test/settings/approval-policy");
    await page.getByText("You need two people who can approve").waitFor();
    await page.getByText("Nobody can approve the payments of some API keys").waitFor();
    await page.getByLabel("Total of a day above which payments wait").fill("0");
    await button(page, "Save policy").click();
    await page.getByText("must be two people or more").waitFor();
    await checkScreen(page);
    await photograph(page, "approval-policy-refused");
  });

  test("that is looser starts after 24 hours if there is one owner", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const team = await createTeam(database, ingress.call);
    await givePolicy(database, team.tenant, { newDestinations: true });
    const path = "/dashboard/test/settings/approval-policy";
    const page = await visitDashboard(context, ingress, team.owner, path);
    await page.getByText("First payment to an account waits").click();
    await button(page, "Save policy").click();
    await page.getByText("This looser policy starts later.").waitFor();
    await page.getByText("Starts", { exact: true }).waitFor();
    expect(await button(page, "Agree to change").count()).toBe(0);
    await photograph(page, "approval-policy-later");
    const minutes = 24 * 60;
    await ingress.call("POST", "/v1/sandbox/clock/advance", { key: team.key, body: { minutes } });
    await page.reload();
    await page.getByText("No payment needs approval.").waitFor();
  });

  test("that is looser waits for another owner, who agrees; its own can only cancel it", async ({
    browser,
    context,
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const team = await createTeam(database, ingress.call);
    const second = await createPerson(database, [[team.tenant.merchantId, "owner"]]);
    await givePolicy(database, team.tenant, { amountMax: 100_000 });
    const path = "/dashboard/test/settings/approval-policy";
    const page = await visitDashboard(context, ingress, team.owner, path);
    const amount = page.getByLabel("Amount above which a payment waits");
    const loosen = async () => {
      await amount.fill("5,000");
      await button(page, "Save policy").click();
      await page.getByText("starts once another owner agrees").waitFor();
    };
    expect(await amount.inputValue()).toBe("1,000.00");
    await loosen();
    expect(await button(page, "Agree to change").count()).toBe(0);
    await button(page, "Cancel change").click();
    await page.getByText("starts once another owner agrees").waitFor({ state: "detached" });
    await loosen();
    await checkScreen(page);
    await photograph(page, "approval-policy-looser");

    await using others = await browser.newContext();
    const other = await visitDashboard(others, ingress, second, path);
    await checkScreen(other);
    await photograph(other, "approval-policy-agree");
    await button(other, "Agree to change").click();
    await other.getByRole("heading", { name: "Pending change" }).waitFor({ state: "detached" });
    expect(await other.getByLabel("Amount above which a payment waits").inputValue()).toBe("5,000.00");

    await context.clearCookies();
    const viewer = await createPerson(database, [[team.tenant.merchantId, "viewer"]]);
    const seen = await visitDashboard(context, ingress, viewer, path);
    await seen.getByText("Only owners can change this policy.").waitFor();
    expect(await button(seen, "Save policy").count()).toBe(0);
  });
});

test("a key that approves payments can’t request any", async ({
  context,
  fileDatabase: database,
  fileIngress: ingress,
}) => {
  const { tenant } = await createMember(database);
  const owner = await createPerson(database, [[tenant.merchantId, "owner"]]);
  const page = await visitDashboard(context, ingress, owner, "/dashboard/test/developers/keys");
  await button(page, "Create key").first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("All permissions").click();
  const approves = dialog.getByRole("checkbox", { name: "Approve payments" });
  const writes = dialog.getByRole("checkbox", { name: "Payouts: Write", exact: true });
  await dialog.getByText("Approve payments").click();
  expect([await approves.isChecked(), await writes.isDisabled()]).toEqual([true, true]);
  await checkScreen(page);
  await photograph(page, "key-approves");
  await dialog.getByRole("button", { name: "Create key" }).click();
  await page.getByRole("heading", { name: "Copy your secret key" }).waitFor();
  expect(
    await database.anyFirst(sql.type(z.object({ scopes: z.array(z.string()) }))`
      select scopes from api_keys where merchant_id = ${tenant.merchantId} and made_by = ${owner.id}`),
  ).toEqual([["payouts:approve"]]);
});
