import { createHash } from "node:crypto";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../../sql/process/database.ts";
import { keepRequests } from "../../../sql/requests/request-log.ts";
import { sql } from "../../../sql/process/sql-tag.ts";
import { setKybStatus } from "../../../sql/merchants/merchants.ts";
import { signWebhook } from "../../../sql/webhooks/deliveries/signature.ts";
import { addKey, createLiveMember, createMember, type Member } from "../../helpers/create-member.ts";
import { createPerson, type Person } from "../../helpers/create-person.ts";
import { balancesOf } from "../../helpers/records.ts";
import { test } from "../../helpers/test.ts";
import { createDemoShop } from "../story/demo-shop.ts";
import { checkScreen } from "./check-screen.ts";
import { photograph } from "./photograph.ts";
import { visitDashboard } from "./visit-dashboard.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();

async function createOwner(database: Database): Promise<Member & { person: Person }> {
  const member = await createMember(database);
  return { ...member, person: await createPerson(database, [[member.tenant.merchantId, "owner"]]) };
}

describe("a developer", () => {
  test("creates a key that does what it was narrowed to, and rotates it", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { person } = await createOwner(database);
    const page = await visitDashboard(context, ingress, person, "/dashboard/test/developers/keys");
    await heading(page, "API keys");
    await page.getByRole("button", { name: "Create key" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("All permissions").click();
    await dialog.getByRole("checkbox", { name: "Balances: Read", exact: true }).check({ force: true });
    await dialog.getByText("Your IP address is").waitFor();
    await dialog.getByLabel("Allowed IP addresses").fill("203.0.113.0/24");
    await dialog.getByText("isn’t in the list").waitFor();
    await checkScreen(page);
    await dialog.getByRole("button", { name: "Add it" }).click();
    expect(await dialog.getByText("isn’t in the list").count()).toBe(0);
    await dialog.getByRole("button", { name: "Create key" }).click();
    await page.getByRole("heading", { name: "Copy your secret key" }).waitFor();
    await checkScreen(page);
    const secret = (await page.getByRole("region", { name: "Secret key" }).textContent())!.trim();
    const ask = async (path: string) => (await ingress.call("GET", path, { key: secret })).status;
    expect([await ask("/v1/balances"), await ask("/v1/payouts")]).toEqual([200, 403]);
    await page.getByRole("button", { name: "I’ve copied it" }).click();

    const name = `sk_test_…${secret.slice(-4)}`;
    for (const [what, value] of [
      ["Permissions", "balances:read"],
      ["IP addresses", "203.0.113.0/24"],
    ] as const) {
      await page.getByRole("button", { name: `${what} of ${name}` }).focus();
      await page.keyboard.press("Enter");
      await page
        .getByRole("dialog", { name: `${what} of ${name}` })
        .getByText(value)
        .waitFor();
      await page.keyboard.press("Escape");
    }
    await page.getByRole("button", { name: `Rotate: ${name}` }).click();
    await page.getByRole("button", { name: "Rotate key" }).click();
    await page.getByRole("button", { name: "I’ve copied it" }).click();
    await page.getByText("Expires").waitFor();
  });

  test("is offered no rotation of a live key that moves money, which would be refused", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { tenant } = await createLiveMember(database);
    const { keyReference } = await addKey(database, tenant, { scopes: ["payouts:read"] });
    const visit = async (role: "developer" | "owner") => {
      const person = await createPerson(database, [[tenant.merchantId, role]]);
      const page = await visitDashboard(context, ingress, person, "/dashboard/live/developers/keys");
      await page
        .getByRole("button", { name: /^Revoke/ })
        .nth(1)
        .waitFor();
      return page.getByRole("button", { name: /^Rotate/ });
    };
    expect(await (await visit("owner")).count()).toBe(2);
    const offered = await visit("developer");
    expect(await offered.count()).toBe(1);
    await offered.click();
    const rotated = offered.page().waitForRequest(/\/rotate$/);
    await offered.page().getByRole("button", { name: "Rotate key" }).click();
    expect((await rotated).url()).toContain(keyReference);
  });

  test("checks an attempt's signature with all of it filled in but the secret", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const shop = await createDemoShop(database, "");
    const secret = `whsec_${"A".repeat(43)}=`;
    const body = '{"id":"evt_1","n":5}';
    const headers = signWebhook({ id: "evt_1", timestamp: 1_700_000_000, body: Buffer.from(body), secret });
    await database.query(sql.type(z.object({}))`
      update webhook_attempts set request_headers = ${sql.json(headers)}`);
    const person = await createPerson(database, [[shop.tenant.merchantId, "developer"]]);
    const page = await visitDashboard(
      context,
      ingress,
      person,
      `/dashboard/test/developers/webhooks/${shop.event}`,
    );
    await page.getByRole("link", { name: "Check signature" }).click();
    await heading(page, "Signature playground");
    const given = await page.getByLabel("Header").inputValue();
    expect(given).toBe(headers["x-service-signature"]);
    expect(await page.getByLabel("Body, exactly").inputValue()).toContain("collection.");
    await page.getByLabel("Signing secret", { exact: true }).fill(secret);
    await page.getByRole("status", { name: "Result" }).getByRole("alert").waitFor();
    await page.getByLabel("Body, exactly").fill(body);
    // It was signed long ago, which is no mistake of the receiver's.
    await page.getByText("The signature is valid").waitFor();
    await checkScreen(page);
    await photograph(page, "playground-filled");
  });

  test("pastes a shop's address, of which the origin is taken, and gets a snippet of which no byte can change", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { person } = await createOwner(database);
    const page = await visitDashboard(context, ingress, person, "/dashboard/test/developers/embedding");
    for (const [pasted, origin] of [
      ["https://Shop.example.com/cart?item=1#top", "https://shop.example.com"],
      [" http://localhost:3000/ ", "http://localhost:3000"],
    ] as const) {
      await page.getByRole("button", { name: "Add origin" }).first().click();
      await page.getByRole("dialog").getByLabel("Origin").fill(pasted);
      await page.getByRole("dialog").getByRole("button", { name: "Add origin" }).click();
      await page.getByRole("cell", { name: origin, exact: true }).waitFor();
    }
    const snippet = (await page.getByRole("region", { name: "HTML" }).textContent())!;
    const [, path] = /src="http:\/\/localhost:\d+([^"]+)"/.exec(snippet)!;
    const bytes = await (await fetch(ingress.url + path)).bytes();
    const hash = createHash("sha384").update(bytes).digest("base64");
    expect(snippet).toContain(`integrity="sha384-${hash}"`);
    await checkScreen(page);
    await photograph(page, "embedding");
  });

  test("makes a payment link and an account in test, and none in live", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { tenant } = await createMember(database);
    await setKybStatus(database, { merchantId: tenant.merchantId, status: "approved", acting: {} });
    const developer = await createPerson(database, [[tenant.merchantId, "developer"]]);
    const page = await visitDashboard(context, ingress, developer, "/dashboard/test/payment-links/new");
    await page.getByLabel("Title").fill("Reading lamp");
    await page.getByLabel("Amount to pay").fill("2,500");
    await page.getByRole("button", { name: "Create link" }).click();
    await heading(page, "Reading lamp");
    await page.goto(page.url().replace(/payment-links.*/, "virtual-accounts"));
    await page.getByRole("button", { name: "Create account" }).first().waitFor();
    await page.goto(page.url().replace(/test.*/, "live/payment-links/new"));
    await page.getByText("You don’t have permission to create live payment links").waitFor();
  });

  test("has no endpoint yet, which is no failure that the browser logs", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { person } = await createOwner(database);
    const logged: string[] = [];
    context.on("console", (message) => void (message.type() === "error" && logged.push(message.text())));
    const page = await visitDashboard(context, ingress, person, "/dashboard/test/developers/webhooks");
    await page.getByText("Set endpoint").first().waitFor();
    expect(logged).toEqual([]);
  });

  test("makes a payout fail from the sandbox for the business that the tab shows", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { person } = await createOwner(database);
    const page = await visitDashboard(context, ingress, person, "/dashboard/test/developers/sandbox");
    const enquiry = page.waitForRequest("**/banks/verify-account*");
    await page.getByRole("button", { name: "Run 0000000001" }).click();
    const asked = await enquiry;
    expect(new URL(asked.url()).pathname).toBe("/dashboard/api/test/banks/verify-account");
    expect(asked.headers()["x-merchant"]).toMatch(/^mer_/);
  });

  test("simulates a payer who pays twice: the second payment waits for a decision", async ({
    context,
    database,
    ingress,
    workers: _workers,
  }) => {
    const { person, tenant } = await createOwner(database);
    const page = await visitDashboard(context, ingress, person, "/dashboard/test/developers/sandbox");
    await page.getByRole("button", { name: "Open an account for ₦5,000" }).click();
    await page.getByRole("button", { name: /Scenario$/ }).click();
    await page.getByRole("option", { name: "Pays the exact amount twice" }).click();
    await page.getByRole("button", { name: "Pay", exact: true }).click();
    await page.getByText("Payment received").waitFor();
    expect((await balancesOf(database, tenant)).available).toBe(500_000);
    const unmatched = sql.type(z.object({ reason: z.string() }))`
      select unmatched_reason as reason from credits where status = 'suspended'`;
    expect(await database.anyFirst(unmatched)).toEqual(["closed"]);
  });

  test("finds a request by its id, and what to do about it", async ({ context, database, ingress }) => {
    const { person, tenant, keyReference } = await createOwner(database);
    const page = await visitDashboard(context, ingress, person, "/dashboard/test/developers/requests");
    await page.getByText("No requests yet").waitFor();
    await checkScreen(page);
    const now = Date.now();
    const seen = { ...tenant, caller: keyReference, address: "203.0.113.9", durationMs: 12 };
    const kinds = [
      { method: "GET", path: "/v1/balances", status: 200, errorCode: undefined },
      { method: "POST", path: "/v1/payouts", status: 400, errorCode: "INSUFFICIENT_BALANCE" },
      { method: "GET", path: "/v1/events/:reference/attempts/:number", status: 499, errorCode: undefined },
      { method: "POST", path: "/v1/kyc/bvn", status: 500, errorCode: "INTERNAL_ERROR" },
    ];
    await keepRequests(database, {
      requests: Array.from({ length: 60 }, (_, n) => ({
        ...seen,
        ...kinds[n % 4]!,
        arrivedAt: now - n * 61_000,
        requestId: `request-${n}`,
      })),
    });
    await database.query(sql.type(z.object({}))`update request_log_days set requests = requests + 60000`);
    await page.reload();
    await page.getByText("Today’s log is full").waitFor();
    await checkScreen(page);
    await page.getByLabel("Find by request ID").fill("request-1");
    await page.getByRole("button", { name: "Find" }).click();
    await page.getByText("Your balance doesn’t cover the amount and its fee.").waitFor();
    await checkScreen(page);
    await page.getByRole("link", { name: "Similar requests" }).click();
    await expect.poll(() => page.getByRole("row").count()).toBe(16);
  });
});

test("who removes a member ticks which of that person's keys go on working", async ({
  context,
  database,
  ingress,
}) => {
  const { person, tenant } = await createOwner(database);
  const leaver = await createPerson(database, [[tenant.merchantId, "developer"]]);
  const create = async () =>
    (
      await ingress.call("POST", "/dashboard/api/test/keys", {
        session: leaver.session,
        body: { scopes: ["balances:read"] },
      })
    ).data;
  const [kept, revoked] = [await create(), await create()];
  const page = await visitDashboard(context, ingress, person, "/dashboard/test/settings/people");
  await page.getByText(leaver.email).waitFor();
  await page.getByRole("row", { name: leaver.email }).getByRole("button").last().click();
  await page.getByRole("menuitem", { name: "Remove from business" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("1 permission, never used").nth(1).waitFor();
  await dialog.getByText(`Keep sk_test_…${kept.lastFour}`).click();
  await checkScreen(page);
  await dialog.getByRole("button", { name: "Remove from business" }).click();
  await dialog.waitFor({ state: "detached" });
  const ask = async ({ secretKey }: { secretKey: string }) =>
    (await ingress.call("GET", "/v1/balances", { key: secretKey })).status;
  expect([await ask(kept), await ask(revoked)]).toEqual([200, 401]);
});
