import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/database.ts";
import { setWebhookEndpoint } from "../../sql/queries/webhook-endpoints.ts";
import { keepRequests } from "../../sql/queries/request-log.ts";
import { sql } from "../../sql/sql-tag.ts";
import { createMember, type Member } from "../helpers/create-member.ts";
import { createPerson, type Person } from "../helpers/create-person.ts";
import { testEncryptionKeys } from "../helpers/encryption-key.ts";
import { startTestIngress } from "../helpers/start-test-ingress.ts";
import { startReceiver } from "../helpers/start-receiver.ts";
import { test } from "../helpers/test.ts";
import { checkScreen } from "./check-screen.ts";
import { visitDashboard } from "./visit-dashboard.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();

async function createOwner(database: Database): Promise<Member & { person: Person }> {
  const member = await createMember(database);
  return { ...member, person: await createPerson(database, [[member.tenant.merchantId, "owner"]]) };
}

describe("a developer", () => {
  test("creates a key that works, narrows it, rotates it and revokes it", async ({
    context,
    database,
    ingress,
  }) => {
    const { person } = await createOwner(database);
    const page = await visitDashboard(context, ingress, person, "/dashboard/test/developers/keys");
    await heading(page, "API keys");
    await page.getByRole("button", { name: "Create key" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Everything").click();
    await dialog.getByText("Read", { exact: true }).nth(5).click();
    await dialog.getByText("This computer's address is").waitFor();
    await dialog.getByLabel("Where it may be used from").fill("203.0.113.0/24");
    await dialog.getByText("is not in the list").waitFor();
    await checkScreen(page);
    await dialog.getByRole("button", { name: "Add it" }).click();
    expect(await dialog.getByText("is not in the list").count()).toBe(0);
    await dialog.getByRole("button", { name: "Create key" }).click();
    await page.getByRole("heading", { name: "Copy your secret key" }).waitFor();
    await checkScreen(page);
    const secret = (await page.getByRole("region", { name: "Secret key" }).textContent())!.trim();
    const ask = async (path: string) => (await ingress.call("GET", path, { key: secret })).status;
    expect([await ask("/v1/balances"), await ask("/v1/payouts")]).toEqual([200, 403]);
    await page.getByRole("button", { name: "I have copied it" }).click();

    const name = `sk_test_…${secret.slice(-4)}`;
    await page.getByRole("button", { name: `Rotate: ${name}` }).click();
    await page.getByRole("button", { name: "Rotate key" }).click();
    await page.getByRole("button", { name: "I have copied it" }).click();
    await page.getByText("Stops working").waitFor();
    await page.getByRole("button", { name: `Revoke: ${name}` }).click();
    await checkScreen(page);
    await page.getByRole("button", { name: "Revoke key" }).click();
    await page.getByText("Revoked", { exact: true }).waitFor();
    expect(await ask("/v1/balances")).toBe(401);
    await checkScreen(page);
  });

  test("sets an endpoint, reads why a delivery failed with the exact bytes, and replays it", async ({
    context,
    database,
    databaseUrl,
    workers: _running,
  }) => {
    const { person } = await createOwner(database);
    await using ingress = await startTestIngress(databaseUrl, { webhookAllowCidrs: ["127.0.0.0/8"] });
    const page = await visitDashboard(context, ingress, person, "/dashboard/test/developers/webhooks");
    await page.getByText("No endpoint yet").waitFor();
    await checkScreen(page);
    let status = 500;
    const hostile = `<script>window.fired = true</script><img src=x onerror="window.fired = true">`;
    await using receiver = await startReceiver((response) => {
      response.writeHead(status, { "content-type": "text/html" }).end(status === 204 ? undefined : hostile);
    });
    await page.getByRole("button", { name: "Set endpoint" }).click();
    await page.getByLabel("URL").fill("https://10.0.0.1/hook");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Check the fields below.").waitFor();
    await page.getByLabel("URL").fill(receiver.url);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Copy your signing secret" }).waitFor();
    const secret = (await page.getByRole("region", { name: "Signing secret" }).textContent())!.trim();
    await page.getByRole("button", { name: "I have copied it" }).click();
    await page.getByRole("button", { name: "Send test event" }).click();
    await page.getByRole("link", { name: "webhook.test" }).click();
    await page.getByText("Your server failed while handling the event.").waitFor();
    await page.getByText(hostile, { exact: true }).waitFor();
    expect(await page.evaluate("window.fired")).toBeUndefined();
    await checkScreen(page);
    const sent = receiver.requests[0]!;
    expect(await page.getByRole("region", { name: "Request body: the exact bytes" }).textContent()).toBe(
      sent.body.toString(),
    );
    status = 204;
    await page.getByRole("button", { name: "Replay" }).click();
    await page.getByText("Accepted with status 204").waitFor();

    await page.getByRole("link", { name: "Check its signature" }).click();
    await heading(page, "Signature playground");
    await page.getByLabel("Header x-service-signature").fill(String(sent.headers["x-service-signature"]));
    const body = page.getByLabel("Body, exactly as it was received");
    await body.fill(sent.body.toString());
    await page.getByLabel("Signing secret").fill(secret);
    const result = page.getByRole("status", { name: "Result" });
    await expect.poll(() => result.textContent()).toBe("The signature is valid.");
    await body.fill(JSON.stringify(JSON.parse(sent.body.toString()), null, 2));
    await expect.poll(() => result.textContent()).toContain("formatted after it arrived");
    await checkScreen(page);
  });

  test("adds an origin that the checkout then opens on, and removes it", async ({
    context,
    database,
    ingress,
  }) => {
    const { person } = await createOwner(database);
    const page = await visitDashboard(context, ingress, person, "/dashboard/test/developers/embedding");
    await page.getByText("No origins yet").waitFor();
    await page.getByRole("button", { name: "Add origin" }).first().click();
    await page.getByRole("textbox", { name: "Origin" }).fill("https://shop.example/path");
    await page.getByRole("dialog").getByRole("button", { name: "Add origin" }).click();
    await page.getByText("must be an exact origin").first().waitFor();
    await page.getByRole("textbox", { name: "Origin" }).fill("https://shop.example");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Remove https://shop.example" }).waitFor();
    await checkScreen(page);
    await page.getByRole("button", { name: "Remove https://shop.example" }).click();
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByText("No origins yet").waitFor();
  });

  test("plays a payer and moves the clock", async ({ context, database, ingress, workers: _running }) => {
    const { person } = await createOwner(database);
    const page = await visitDashboard(context, ingress, person, "/dashboard/test/developers/sandbox");
    await heading(page, "Sandbox");
    await page.getByRole("button", { name: "Open an account for ₦5,000" }).click();
    await page.getByRole("button", { name: "Pay", exact: true }).click();
    await page.getByText("Paid and booked.").waitFor();
    await page.getByRole("button", { name: "Make it happen: 0000000001" }).click();
    await page.getByText("A payout of ₦100 is on its way.").waitFor();
    await page.getByRole("button", { name: "1 day" }).click();
    await page.getByText("1 d", { exact: true }).waitFor();
    await checkScreen(page);
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
    await keepRequests(
      database,
      Array.from({ length: 60 }, (_, n) => ({
        ...seen,
        ...kinds[n % 4]!,
        arrivedAt: now - n * 61_000,
        requestId: `request-${n}`,
      })),
    );
    await database.query(sql.type(z.object({}))`update request_log_days set requests = requests + 60000`);
    await page.reload();
    await page.getByText("Today's log is full").waitFor();
    await checkScreen(page);
    await page.getByLabel("Find a request id").fill("request-1");
    await page.getByRole("button", { name: "Find" }).click();
    await page.getByText("The balance does not cover the amount and its fee.").waitFor();
    await checkScreen(page);
    await page.getByRole("link", { name: "Requests like this one" }).click();
    await expect.poll(() => page.getByRole("row").count()).toBe(16);
  });
});

test("a viewer sees all of it and can change nothing", async ({ context, database, ingress }) => {
  const { tenant } = await createMember(database);
  const person = await createPerson(database, [[tenant.merchantId, "viewer"]]);
  await setWebhookEndpoint(database, testEncryptionKeys, tenant, "https://shop.example/hooks");
  for (const [screen, title] of [
    ["keys", "API keys"],
    ["webhooks", "Webhooks"],
    ["embedding", "Embedding"],
    ["sandbox", "Sandbox"],
  ]) {
    const page = await visitDashboard(context, ingress, person, `/dashboard/test/developers/${screen}`);
    await heading(page, title!);
    await page.waitForLoadState("networkidle");
    const buttons = await page.getByRole("main").getByRole("button").allTextContents();
    expect([
      screen,
      buttons.filter((text) => /create|set|change|rotate|add|send|pay|happen|day/i.test(text)),
    ]).toEqual([screen, []]);
  }
});
