import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { createMember } from "../../helpers/create-member.ts";
import { createPerson } from "../../helpers/create-person.ts";
import { test } from "../../helpers/test.ts";
import { checkScreen } from "./check-screen.ts";
import { visitDashboard } from "./visit-dashboard.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
const link = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true });
const nav = (page: Page, name: string) => link(page, name).click();

describe("a file of the page that a newer version has replaced", () => {
  test.for(["index", "style"])(
    "says so and is tried again three times, then left to the person: %s",
    async (name, { context, fileIngress }) => {
      const page = await context.newPage();
      // Not the event that one is loaded: the next may replace it before.
      let loads = 0;
      page.on("request", (request) => (loads += request.isNavigationRequest() ? 1 : 0));
      const isEntry = new RegExp(`/dashboard/assets/${name}-[^/]+$`);
      await page.route(isEntry, (route) => route.fulfill({ status: 404, body: "Not found" }));
      await page.goto(`${fileIngress.url.replace("127.0.0.1", "localhost")}/dashboard/sign-in`);
      await page.getByText("The dashboard could not be loaded. Trying again…").waitFor();
      await page.getByText("It may be getting an update.").waitFor();
      expect(loads).toBe(4);
      await page.unroute(isEntry);
      await page.getByRole("link", { name: "Try again" }).click();
      await heading(page, "Sign in");
      expect(await page.locator(".start-notice:visible").count()).toBe(0);
    },
  );

  test("a screen's is asked for with the page once, then said, also where the browser keeps nothing", async ({
    context,
    fileDatabase,
    fileIngress,
  }) => {
    const { tenant } = await createMember(fileDatabase);
    const owner = await createPerson(fileDatabase, [[tenant.merchantId, "owner"]]);
    await context.addInitScript(() => {
      for (const each of ["localStorage", "sessionStorage"])
        Object.defineProperty(window, each, {
          get: () => {
            throw new DOMException("Denied.", "SecurityError");
          },
        });
    });
    const page = await visitDashboard(context, fileIngress, owner, "/dashboard/test/payouts");
    await heading(page, "Payouts");
    let loads = 0;
    page.on("load", () => (loads += 1));
    await page.route(/\/assets\/events-list-[^/]+\.js$/, (route) => route.fulfill({ status: 404 }));
    await nav(page, "Events");
    await expect.poll(() => loads).toBe(1);
    await page.getByText("We couldn’t load this part of the dashboard").waitFor();
    // Whatever would load the page again did so in an effect, before this.
    await page.evaluate(() => new Promise((done) => setTimeout(done, 500)));
    expect(loads).toBe(1);
    await checkScreen(page);
  });

  test("what opens over a form leaves it as it is, and is said in a corner", async ({
    context,
    fileDatabase,
    fileIngress,
  }) => {
    const { tenant } = await createMember(fileDatabase);
    const owner = await createPerson(fileDatabase, [[tenant.merchantId, "owner"]]);
    const page = await visitDashboard(context, fileIngress, owner, "/dashboard/test/payment-links/new");
    await page.getByLabel("Title").fill("Reading lamp");
    await page.route(/\/assets\/command-palette-[^/]+\.js$/, (route) => route.fulfill({ status: 404 }));
    await page.keyboard.press("Control+k");
    await page.locator(".toast").getByText("We couldn’t load this part of the dashboard").waitFor();
    expect(await page.getByLabel("Title").inputValue()).toBe("Reading lamp");
  });
});

test("a filled form is not left without a question: by a link, Back, or loading the page again", async ({
  context,
  fileDatabase,
  fileIngress,
}) => {
  const { tenant } = await createMember(fileDatabase);
  const owner = await createPerson(fileDatabase, [[tenant.merchantId, "owner"]]);
  const page = await visitDashboard(context, fileIngress, owner, "/dashboard/test/payment-links");
  const asked: string[] = [];
  let isLeaving = false;
  page.on("dialog", async (question) => {
    asked.push(question.type());
    await (isLeaving ? question.accept() : question.dismiss());
  });
  await page.getByRole("link", { name: "Create link" }).first().click();
  await heading(page, "Create a payment link");
  // Nothing is filled in.
  await page.goBack();
  await heading(page, "Payment links");
  await page.goForward();
  expect(asked).toEqual([]);

  const title = page.getByLabel("Title");
  await title.click();
  await title.pressSequentially("Reading lamp");
  await nav(page, "Payouts");
  await page.evaluate(() => history.back());
  await expect.poll(() => asked).toEqual(["confirm", "confirm"]);
  await page.evaluate(() => location.reload());
  await expect.poll(() => asked).toEqual(["confirm", "confirm", "beforeunload"]);
  expect(await title.inputValue()).toBe("Reading lamp");
  isLeaving = true;
  await nav(page, "Payouts");
  await heading(page, "Payouts");

  // One that was sent is left at once.
  await nav(page, "Payment links");
  await page.getByRole("link", { name: "Create link" }).first().click();
  await title.fill("Reading lamp");
  await page.getByLabel("Amount to pay").fill("2,500");
  await page.getByRole("button", { name: "Create link" }).click();
  await heading(page, "Reading lamp");
  expect(asked.length).toBe(4);
});

test("what was sent does not fetch back whoever has left for another screen meanwhile", async ({
  context,
  fileDatabase,
  fileIngress,
}) => {
  const { tenant } = await createMember(fileDatabase);
  const owner = await createPerson(fileDatabase, [[tenant.merchantId, "owner"]]);
  const page = await visitDashboard(context, fileIngress, owner, "/dashboard/test/payment-links/new");
  await page.getByLabel("Title").fill("Reading lamp");
  await page.getByLabel("Amount to pay").fill("2,500");
  const left = Promise.withResolvers<void>();
  await page.route("**/test/payment-links", async (route) => {
    await left.promise;
    await route.continue();
  });
  await page.getByRole("button", { name: "Create link" }).click();
  await nav(page, "Payouts");
  await heading(page, "Payouts");
  left.resolve();
  await page.locator(".toast").getByText("Payment link created").waitFor();
  // Whatever would lead elsewhere did so with the toast.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 500)));
  await heading(page, "Payouts");
});

describe("the sign-in page", () => {
  test("says why it comes back where the browser did not keep the session's cookie", async ({
    context,
    fileDatabase,
    fileIngress,
  }) => {
    const page = await visitDashboard(context, fileIngress, undefined, "/dashboard/sign-in");
    const { tenant } = await createMember(fileDatabase);
    await createPerson(fileDatabase, [[tenant.merchantId, "owner"]]);
    // What Safari does on http://localhost: it takes the response, and drops the Secure cookie.
    await page.route("**/dashboard/api/sign-in", (route) =>
      route.fulfill({ status: 200, json: { success: true, data: { next: "done" } } }),
    );
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByLabel("Password").fill("a lagoon at dusk 7");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("alert").getByText("your browser didn’t keep the cookie").waitFor();
    await checkScreen(page);
  });

  test("says that a session has ended, to nobody else, and the console stays empty", async ({
    context,
    fileDatabase,
    fileIngress,
  }) => {
    const { tenant } = await createMember(fileDatabase);
    const owner = await createPerson(fileDatabase, [[tenant.merchantId, "owner"]]);
    const logged: string[] = [];
    context.on("console", (message) => void (message.type() === "error" && logged.push(message.text())));
    for (const path of ["/dashboard", "/dashboard/live/payouts", "/dashboard/invitation#token=x"]) {
      const page = await visitDashboard(context, fileIngress, undefined, path);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      expect(await page.getByText("Your session has ended").count()).toBe(0);
      await page.close();
    }
    expect(logged.filter((text) => text.includes("401"))).toEqual([]);

    // Neither the stream nor pointing at the link may lead there before the press, on a busy machine.
    await context.route("**/dashboard/api/test/updates", (route) => route.abort());
    const page = await visitDashboard(context, fileIngress, owner, "/dashboard/test/payouts");
    await heading(page, "Payouts");
    await fileIngress.call("POST", "/dashboard/api/sessions/end-all", { session: owner.session });
    await link(page, "Events").dispatchEvent("click");
    await heading(page, "Sign in");
    await page.getByText("Your session has ended. Sign in again to continue.").waitFor();
    expect(new URL(page.url()).searchParams.get("next")).toMatch(/^\/dashboard\/test\//);
    await checkScreen(page);
  });
});
