import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { z } from "zod";
import { createPasswords } from "../../../ingress/people/passwords.ts";
import type { Database } from "../../../sql/process/database.ts";
import { sql } from "../../../sql/process/sql-tag.ts";
import { createPerson } from "../../helpers/create-person.ts";
import { createMember } from "../../helpers/create-member.ts";
import { saveAccount } from "../../helpers/records.ts";
import { startTestIngress } from "../../helpers/platform/start-test-ingress.ts";
import { test } from "../../helpers/test.ts";
import { lastToken } from "../../people/read-mails.ts";
import { businessOf, createReviewer, form, pdfFile } from "../../verification/business.ts";
import { canary, createDemoShop } from "../story/demo-shop.ts";
import { complaintsOf, visitDashboard } from "../screens/visit-dashboard.ts";
import { merchantOf } from "../../helpers/merchant-of.ts";

const noRow = sql.type(z.object({}));
const password = "a lagoon at dusk 7";

async function givePassword(database: Database, { id }: { id: bigint }): Promise<void> {
  const hash = await createPasswords().hash(password);
  await database.query(noRow`update people set password_hash = ${hash} where id = ${id}`);
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await button(page, "Sign in").click();
}

describe("the sign-in page", () => {
  test("leads to no other site", async ({ context, database, ingress }) => {
    const { tenant } = await createMember(database);
    const ada = await createPerson(database, [[tenant.merchantId, "owner"]]);
    await givePassword(database, ada);
    const { pathname } = new URL(ingress.url);
    expect(pathname).toBe("/");
    for (const at of ["?next=", "#next="]) {
      for (const next of [
        "//evil.example/dashboard/",
        "/dashboard/..//evil.example",
        "javascript:alert(1)",
      ]) {
        await context.clearCookies();
        const path = `/dashboard/sign-in${at}${encodeURIComponent(next)}`;
        const page = await visitDashboard(context, ingress, undefined, path);
        await signIn(page, ada.email);
        await page.waitForURL("**/dashboard/test");
        expect(new URL(page.url()).hostname).toBe("localhost");
        await page.close();
      }
    }
  });

  test("sends the token of an invitation to nobody on the way to it", async ({
    context,
    database,
    ingress,
  }) => {
    const { tenant } = await createMember(database);
    const owner = await createPerson(database, [[tenant.merchantId, "owner"]]);
    const invited = await createPerson(database);
    await givePassword(database, invited);
    await ingress.call("POST", "/dashboard/api/invitations", {
      session: owner.session,
      body: { email: invited.email, role: "viewer" },
    });
    const token = await lastToken(database, invited.email, "invitation");
    const page = await visitDashboard(context, ingress, undefined, `/dashboard/invitation#token=${token}`);
    const said: string[] = [];
    context.on("request", (request) => {
      const { hash, ...sent } = new URL(request.url());
      said.push(`${sent.href?.slice(0, -hash.length || undefined)}`, JSON.stringify(request.headers()));
    });
    await page.getByRole("link", { name: "Sign in" }).click();
    await page.getByLabel("Password").waitFor();
    const { pathname, search, hash } = new URL(page.url());
    expect([pathname, search]).toEqual(["/dashboard/sign-in", ""]);
    expect(decodeURIComponent(hash)).toContain(token);
    // Also where somebody loads the page again.
    await page.reload();
    await signIn(page, invited.email);
    await button(page, "Accept invitation").click();
    await page.waitForURL("**/dashboard/test");
    await page.getByText("Kaduna Books").first().waitFor();
    expect(said.length).toBeGreaterThan(2);
    expect(said.join()).not.toContain(token);
  });
});

describe("a request that is under way while the session gets another token", () => {
  test("is sent once more, and nobody has to sign in again", async ({ context, database, ingress }) => {
    const { tenant } = await createMember(database);
    const owner = await createPerson(database, [[tenant.merchantId, "owner"]]);
    await givePassword(database, owner);
    await database.query(noRow`update sessions set proved_at = now() - interval '11 minutes'`);
    const page = await visitDashboard(context, ingress, undefined, "/dashboard/sign-in");
    const stepUp = page.waitForEvent("response", (response) => response.url().endsWith("/step-up"));
    const seen: number[] = [];
    // The list of sessions is asked for with the old token, and arrives after the new one was given.
    await page.route("**/dashboard/api/sessions", async (route) => {
      if (seen.length > 0) {
        seen.push(200);
        return route.continue();
      }
      seen.push(0);
      await stepUp;
      const cookie = `__Host-session=${owner.session}`;
      const response = await route.fetch({ headers: { ...route.request().headers(), cookie } });
      seen[0] = response.status();
      await route.fulfill({ response });
    });
    const cookie = { name: "__Host-session", value: owner.session, domain: "localhost", path: "/" };
    await context.addCookies([{ ...cookie, secure: true, httpOnly: true, sameSite: "Lax" }]);
    await page.goto(`${new URL(page.url()).origin}/dashboard/test/settings/account`);
    await button(page, "Set up").click();
    await page.getByRole("heading", { name: "Confirm it’s you" }).waitFor();
    await page.getByLabel("Password").last().fill(password);
    await button(page, "Confirm").click();
    await page.getByText("This device").first().waitFor();
    expect(seen).toEqual([401, 200]);
    expect(new URL(page.url()).pathname).toBe("/dashboard/test/settings/account");
  });

  test("in another tab is sent once more too", async ({ context, database, ingress }) => {
    const { tenant } = await createMember(database);
    const owner = await createPerson(database, [[tenant.merchantId, "owner"]]);
    const tab = await visitDashboard(context, ingress, owner, "/dashboard/test/settings/account");
    await tab.getByText("This device").first().waitFor();
    const page = await visitDashboard(context, ingress, undefined, "/dashboard/test/settings/account");
    await page.getByText("This device").first().waitFor();
    const { data } = await ingress.call("GET", "/dashboard/api/session", { session: owner.session });
    const seen: number[] = [];
    await tab.route("**/dashboard/api/test/payouts", async (route) => {
      if (seen.length > 0) {
        seen.push(200);
        return route.continue();
      }
      // The same business again: nothing but the token changes.
      await page.evaluate(async (merchant) => {
        const headers = { "content-type": "application/json" };
        await fetch("/dashboard/api/session/merchant", {
          method: "POST",
          headers,
          body: JSON.stringify({ merchant }),
        });
      }, data.merchant.reference);
      const cookie = `__Host-session=${owner.session}`;
      const response = await route.fetch({ headers: { ...route.request().headers(), cookie } });
      seen.push(response.status());
      await route.fulfill({ response });
    });
    await tab
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "Payouts", exact: true })
      .click();
    await tab.getByRole("heading", { name: "No payouts yet" }).waitFor();
    expect(seen).toEqual([401, 200]);
  });
});

test("what members, businesses and receivers wrote is text on every screen of people, developers and reviewers", async ({
  context,
  database,
  databaseUrl,
}) => {
  await using ingress = await startTestIngress(databaseUrl, { showsKeptMails: true });
  const shop = await createDemoShop(database, canary);
  const { merchantId } = shop.tenant;
  const ada = await createPerson(database, [[merchantId, "owner"]]);
  await createPerson(database, [[merchantId, "viewer"]]);
  await database.query(noRow`update people set name = ${canary}`);
  await database.query(noRow`update merchants set name = ${canary} where id = ${merchantId}`);
  await saveAccount(database, shop.tenant, {
    bankCode: "058",
    accountNumber: "0123456781",
    accountName: `${canary}ADA`,
  });
  const own = businessOf(ingress, ada.session);
  const texts = ["registeredName", "tradingName", "description", "street", "city"] as const;
  const written = Object.fromEntries(texts.map((name) => [name, canary.slice(0, 100)]));
  const director = { name: canary.slice(0, 100), role: "director", email: "d@example.com" };
  const saved = await own.save({ form: { ...form, ...written, directors: [director] }, version: 0 });
  expect(saved.status, saved.text).toBe(200);
  // Of a path the last part counts.
  const fileName = canary.replaceAll("/", "");
  for (const kind of ["registration_certificate", "proof_of_address", "identity_document"] as const)
    expect((await own.add(kind, pdfFile(400, canary), { name: `${fileName}.pdf` })).status).toBe(201);
  const version = (await own.show()).data.version as number;
  await ingress.call("POST", "/dashboard/api/invitations", {
    session: ada.session,
    body: { email: "invited@example.com", role: "viewer" },
    headers: { "user-agent": canary },
  });
  const submitted = await own.submit(version);
  expect(submitted.status, submitted.text).toBe(200);
  const reviewer = await createReviewer(database);
  await database.query(noRow`update people set name = ${canary} where id = ${reviewer.id}`);
  const merchant = await merchantOf(database, { merchantId });

  const hasFired = async (page: Page, path: string) => {
    await page.locator("h1, .empty-state h2").first().waitFor();
    await expect.poll(() => page.locator(".skeleton").count()).toBe(0);
    expect(await page.locator('img[src="x"], main script, body#fired').count(), path).toBe(0);
    // What is beside the screen does not count: the name of the business is beside each.
    return ((await page.locator("main").textContent()) ?? "").includes('"><img src=x');
  };
  const page = await visitDashboard(context, ingress, ada, "/dashboard/test");
  const { origin } = new URL(page.url());
  const shown: string[] = [];
  const withTexts = [
    `developers/webhooks/${shop.event}`,
    ...["payout-accounts", "verification", "people", "audit-log", "account"].map(
      (path) => `settings/${path}`,
    ),
  ];
  const without = [
    ...["keys", "webhooks", "embedding", "sandbox", "requests"].map((path) => `developers/${path}`),
    "settings/limits",
  ];
  for (const path of [...withTexts, ...without]) {
    await page.goto(`${origin}/dashboard/test/${path}`);
    if (await hasFired(page, path)) shown.push(path);
  }
  expect(shown).toEqual(withTexts);
  await page.goto(`${origin}/dashboard/test/payouts/new`);
  await page.getByRole("combobox", { name: "Recipient" }).click();
  await page.getByRole("option", { name: canary }).click();
  await page.getByLabel("Amount").fill("100");
  expect(await hasFired(page, "a new payout")).toBe(false);
  await button(page, "Review").click();
  await button(page, "Send ₦100.00").waitFor();
  expect(await hasFired(page, "the review of a payout")).toBe(true);
  expect(complaintsOf(page)).toEqual([]);
  await page.close();

  await context.clearCookies();
  const review = await visitDashboard(context, ingress, reviewer, "/dashboard/test/platform/verifications");
  expect(await hasFired(review, "the list of verifications")).toBe(true);
  await review.goto(`${origin}/dashboard/test/platform/verifications/${merchant}`);
  expect(await hasFired(review, "a verification")).toBe(true);
  for (const name of texts) expect(await review.getByText(written[name]!).count(), name).toBeGreaterThan(0);
  await review
    .getByText(/_img src_x/)
    .first()
    .click();
  await review.getByRole("link", { name: "Download PDF" }).waitFor();
  expect(await hasFired(review, "a document")).toBe(true);
  expect(complaintsOf(review)).toEqual([]);
  await review.close();

  await context.clearCookies();
  const token = await lastToken(database, "invited@example.com", "invitation");
  const invitation = await visitDashboard(
    context,
    ingress,
    undefined,
    `/dashboard/invitation#token=${token}`,
  );
  expect(await hasFired(invitation, "an invitation")).toBe(true);
  // Mails as they are kept where nothing sends them: they are HTML.
  await invitation.goto(`${origin}/dev/mail`);
  expect(await invitation.locator("h1").textContent()).toBe("Mail");
  expect(await invitation.locator("img, script, body#fired").count()).toBe(0);
});
