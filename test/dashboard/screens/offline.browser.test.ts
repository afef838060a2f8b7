import type { BrowserContext, Page, Request } from "playwright-core";
import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../../sql/process/database.ts";
import { sql } from "../../../sql/process/sql-tag.ts";
import { createMember } from "../../helpers/create-member.ts";
import { createPerson } from "../../helpers/create-person.ts";
import type { TestIngress } from "../../helpers/platform/start-test-ingress.ts";
import { resolveDestination, saveAccount } from "../../helpers/records.ts";
import { test } from "../../helpers/test.ts";
import { checkScreen } from "./check-screen.ts";
import { goOn } from "./every-screen.ts";
import { visitDashboard } from "./visit-dashboard.ts";

/** Opens the form of a payout to a saved account; `changes` is what the page sends from then on to change something. */
async function openForm(context: BrowserContext, database: Database, ingress: TestIngress) {
  const { tenant } = await createMember(database, { available: 1_000_000n });
  await resolveDestination(database, tenant);
  const account = await saveAccount(database, tenant);
  const ada = await createPerson(database, [[tenant.merchantId, "finance"]]);
  const path = `/dashboard/test/payouts/new?account=${account.reference}`;
  const page = await visitDashboard(context, ingress, ada, path);
  const changes: Request[] = [];
  page.on("request", (request) => {
    // Quotes change nothing.
    if (request.method() !== "GET" && !request.url().endsWith("/quote")) changes.push(request);
  });
  return { page, changes };
}

async function review(page: Page): Promise<void> {
  await page.getByLabel("Amount").fill("100");
  await page.getByRole("button", { name: "Review" }).click();
}

const send = (page: Page) => page.getByRole("button", { name: "Send ₦100.00" }).click();

const payouts = (database: Database) =>
  database.oneFirst(sql.type(z.object({ n: z.int() }))`select count(*)::integer as n from payouts`);

const keysOf = (requests: Request[]) => new Set(requests.map((each) => each.headers()["idempotency-key"]));

describe("without a connection", () => {
  test("a payout fails at once, does not go out later by itself, and is made once when it is sent again", async ({
    context,
    database,
    ingress,
  }) => {
    const { page, changes } = await openForm(context, database, ingress);
    await review(page);
    await context.setOffline(true);
    await send(page);
    await page.getByText("We can’t reach the service").waitFor();
    await checkScreen(page);
    await context.setOffline(false);
    // Whatever waited for the connection would be on its way before this.
    await page.evaluate(() => fetch("/dashboard/api/session"));
    expect([changes.length, await payouts(database)]).toEqual([1, 0]);
    await send(page);
    await page.getByRole("heading", { level: 1, name: "₦100.00" }).waitFor();
    expect([changes.length, keysOf(changes).size, await payouts(database)]).toEqual([2, 1, 1]);
  });

  test("nothing else that a form or a button sends waits for one, and a screen says that it could not be loaded", async ({
    context,
    database,
    ingress,
  }) => {
    const { tenant } = await createMember(database);
    const ada = await createPerson(database, [[tenant.merchantId, "owner"]]);
    const page = await visitDashboard(context, ingress, ada, "/dashboard/test/identity-checks");
    await page.getByRole("button", { name: "Check an identity" }).first().click();
    await page.getByLabel("Number", { exact: true }).fill("22222222222");
    await page.getByLabel("Phone number").fill("08031234567");
    // The screen's code is there already, so that only its data is missing.
    const code = page.waitForResponse(/events-list/);
    await page.getByRole("link", { name: "Events" }).dispatchEvent("mouseover");
    await code;
    await context.setOffline(true);
    const sent: string[] = [];
    page.on("request", (request) => void (request.method() === "POST" && sent.push(request.url())));
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Check", exact: true }).click();
    await dialog.getByText("We can’t reach the service").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("link", { name: "Events" }).click();
    await page.getByText("Couldn’t load this").filter({ visible: true }).waitFor();
    expect(sent.length).toBe(1);
  });
});

test.for([
  [
    "lost",
    async (page: Page) =>
      page.route(
        "**/test/payouts",
        async (route) => {
          await route.fetch();
          await route.abort();
        },
        { times: 1 },
      ),
  ],
  [
    "cut in the middle",
    async (page: Page) =>
      page.route(
        "**/test/payouts",
        async (route) => {
          await route.fetch();
          await route.fulfill({ status: 201, contentType: "application/json", body: '{"success":tr' });
        },
        { times: 1 },
      ),
  ],
  [
    "a gateway's, which gave up",
    async (page: Page) =>
      page.route(
        "**/test/payouts",
        async (route) => {
          await route.fetch();
          await route.fulfill({ status: 504, body: "<h1>Gateway Timeout</h1>" });
        },
        { times: 1 },
      ),
  ],
] as const)(
  "a payout whose response was %s is made once, also when the page is loaded again and filled in again",
  async ([, loseAnswer], { context, database, ingress }) => {
    const { page, changes } = await openForm(context, database, ingress);
    await review(page);
    await loseAnswer(page);
    await send(page);
    await page.getByText("it’s never paid twice").waitFor();
    await page.reload();
    await review(page);
    await send(page);
    await page.getByRole("heading", { level: 1, name: "₦100.00" }).waitFor();
    expect([changes.length, keysOf(changes).size, await payouts(database)]).toEqual([2, 1, 1]);
  },
);

/** Fills in a payout and sends it: the service creates it, and its response never arrives. */
async function sendWithoutReply(page: Page, end: "hangs" | "is lost"): Promise<void> {
  const created = new Promise<void>((resolve) => {
    void page.route(
      "**/test/payouts",
      async (route) => {
        await route.fetch();
        resolve();
        if (end === "is lost") await route.abort();
      },
      { times: 1 },
    );
  });
  await review(page);
  await send(page);
  await created;
  if (end === "is lost") await page.getByText("it’s never paid twice").waitFor();
}

test("a payout is made once when the page is loaded again while it is sent, which asks first", async ({
  context,
  database,
  ingress,
}) => {
  const { page, changes } = await openForm(context, database, ingress);
  await sendWithoutReply(page, "hangs");
  const asked: string[] = [];
  page.once("dialog", (question) => {
    asked.push(question.type());
    void question.accept();
  });
  await page.reload();
  expect(asked).toEqual(["beforeunload"]);
  await review(page);
  await send(page);
  await page.getByRole("heading", { level: 1, name: "₦100.00" }).waitFor();
  expect([keysOf(changes).size, await payouts(database)]).toEqual([1, 1]);
});

test("the same payout much later, in another form, is another one", async ({
  context,
  database,
  ingress,
}) => {
  const { page } = await openForm(context, database, ingress);
  await sendWithoutReply(page, "is lost");
  await page.clock.setFixedTime(Date.now() + 11 * 60_000);
  await page.reload();
  await review(page);
  await send(page);
  await page.getByRole("heading", { level: 1, name: "₦100.00" }).waitFor();
  expect(await payouts(database)).toBe(2);
});

test("a form with other details says that the earlier ones were sent, and then sends these", async ({
  context,
  database,
  ingress,
}) => {
  const { page } = await openForm(context, database, ingress);
  await sendWithoutReply(page, "is lost");
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Amount").fill("200");
  await page.getByRole("button", { name: "Review" }).click();
  const another = page.getByRole("button", { name: "Send ₦200.00" });
  await another.click();
  await page.getByText("Check your payouts before you try again").waitFor();
  await another.click();
  await page.getByRole("heading", { level: 1, name: "₦200.00" }).waitFor();
  expect(await payouts(database)).toBe(2);
});

test("another payout, sent while one is on its way, is another one", async ({
  context,
  database,
  ingress,
}) => {
  const { page, changes } = await openForm(context, database, ingress);
  const path = new URL(page.url()).pathname + new URL(page.url()).search;
  await sendWithoutReply(page, "hangs");
  await goOn(page, "payouts");
  await goOn(page, path.replace("/dashboard/test/", ""));
  await review(page);
  await send(page);
  await page.getByRole("heading", { level: 1, name: "₦100.00" }).waitFor();
  expect([keysOf(changes).size, await payouts(database)]).toEqual([2, 2]);
});
