import type { BrowserContext, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { lastToken } from "../../people/read-mails.ts";
import { newcomer } from "../../people/browser.ts";
import { test } from "../../helpers/test.ts";
import type { TestIngress } from "../../helpers/platform/start-test-ingress.ts";
import { checkScreen } from "./check-screen.ts";
import { visitDashboard } from "./visit-dashboard.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const path = (page: Page) => new URL(page.url()).pathname;

async function signUp(context: BrowserContext, ingress: TestIngress) {
  const person = newcomer();
  const page = await visitDashboard(context, ingress, undefined, "/dashboard/sign-up");
  await page.getByLabel("Your name").fill(person.name);
  await page.getByLabel("Business name").fill(person.businessName);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password").fill(person.password);
  await press(page, "Create account");
  await heading(page, "Check your email");
  return { person, page };
}

async function signIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await press(page, "Sign in");
}

describe("somebody new", () => {
  test("needs the password in another browser, and signs in only once the address is confirmed; the link works once", async ({
    browser,
    context,
    fileDatabase,
    fileIngress,
  }) => {
    const { person } = await signUp(context, fileIngress);
    await using other = await browser.newContext();
    const early = await visitDashboard(other, fileIngress, undefined, "/dashboard/sign-in");
    await signIn(early, person);
    await early.getByRole("alert").getByText("Confirm your email address first").waitFor();
    await checkScreen(early);
    // What was said about the link is not said about the next try to sign in.
    await early.route("**/resend-verification", (route) => route.abort(), { times: 1 });
    await press(early, "Send the link again");
    await early.getByRole("alert").getByText("We can’t reach the service").waitFor();
    await signIn(early, person);
    await early.getByRole("alert").getByText("Confirm your email address first").waitFor();
    await press(early, "Send the link again");
    await heading(early, "Check your email");

    const token = await lastToken(fileDatabase, person.email, "verify_email");
    const link = `/dashboard/verify-email#token=${token}`;
    const page = await visitDashboard(other, fileIngress, undefined, link);
    await heading(page, "Confirm with your password");
    await page.getByLabel("Password").fill("not the password at all");
    await press(page, "Confirm");
    await page.getByText("is not the password you signed up with").waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("name")))
      .toBe("password");
    await checkScreen(page);
    await page.getByLabel("Password").fill(person.password);
    await press(page, "Confirm");
    await heading(page, "Home");

    await using stranger = await browser.newContext();
    const again = await visitDashboard(stranger, fileIngress, undefined, link);
    await heading(again, "This link no longer works");
    await checkScreen(again);
  });

  test("goes back to the form where they mistyped the address", async ({ context, fileIngress }) => {
    const { page, person } = await signUp(context, fileIngress);
    await press(page, "Use another email");
    await heading(page, "Create your account");
    const valueOf = (label: string) => page.getByLabel(label).inputValue();
    expect([await valueOf("Your name"), await valueOf("Business name"), await valueOf("Email")]).toEqual([
      person.name,
      person.businessName,
      person.email,
    ]);
    expect(await valueOf("Password")).toBe("");
    await page.getByLabel("Email").fill("another@example.com");
    await page.getByLabel("Password").fill(person.password);
    await press(page, "Create account");
    await page.getByText("We sent a link to another@example.com.").waitFor();
  });

  test("sees what they typed as a password until they go on", async ({ context, fileIngress }) => {
    const page = await visitDashboard(context, fileIngress, undefined, "/dashboard/sign-up");
    const password = page.getByLabel("Password");
    await password.fill("a lagoon at dusk 7");
    await press(page, "Show what you typed");
    expect(await password.getAttribute("type")).toBe("text");
    expect(await password.inputValue()).toBe("a lagoon at dusk 7");
    await checkScreen(page);
    await press(page, "Hide what you typed");
    expect(await password.getAttribute("type")).toBe("password");
    await press(page, "Show what you typed");
    await page.getByLabel("Email").focus();
    await expect.poll(() => password.getAttribute("type")).toBe("password");
    await press(page, "Show what you typed");
    await password.press("Enter");
    await expect.poll(() => password.getAttribute("type")).toBe("password");
  });

  test("is told at the field what is wrong with what they typed", async ({ context, fileIngress }) => {
    const page = await visitDashboard(context, fileIngress, undefined, "/dashboard/sign-up");
    await page.getByLabel("Your name").fill("Ada");
    await page.getByLabel("Business name").fill("Ada’s");
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByLabel("Password").fill("password1234");
    await press(page, "Create account");
    await page.getByText("is one of the first passwords that anybody would try").waitFor();
    expect(await page.getByLabel("Password").getAttribute("aria-invalid")).toBe("true");
    await checkScreen(page);
  });
});

describe("who has an account", () => {
  test("sees how long to wait after too many attempts, and can try again then, or with another address", async ({
    context,
    fileIngress,
  }) => {
    const page = await visitDashboard(context, fileIngress, undefined, "/dashboard/sign-in");
    await page.clock.install();
    const body = JSON.stringify({ error: { code: "RATE_LIMITED", message: "Wait." } });
    await page.route("**/dashboard/api/sign-in", (route) =>
      route.fulfill({ status: 429, body, headers: { "retry-after": "600" } }),
    );
    const button = page.getByRole("button", { name: "Sign in", exact: true });
    const somebody = { email: "nobody@example.com", password: "something else" };
    await signIn(page, somebody);
    const said = page.getByRole("alert");
    const heard = said.locator(".visually-hidden");
    await expect.poll(() => heard.textContent()).toBe("Try again in 10 minutes.");
    expect(await button.isDisabled()).toBe(true);
    await checkScreen(page);
    await page.clock.fastForward(550_000);
    await said.getByText(/^Try again in [1-5]?\d seconds\.$/).waitFor();
    // A screen reader does not read out each second.
    expect(await heard.textContent()).toBe("Try again in 10 minutes.");
    await page.clock.fastForward(60_000);
    await said.getByText("You can try again now.").waitFor();
    expect(await button.isDisabled()).toBe(false);

    await signIn(page, somebody);
    await expect.poll(() => button.isDisabled()).toBe(true);
    await page.getByLabel("Email").fill("somebody@example.com");
    expect(await button.isDisabled()).toBe(false);
  });

  test("goes on where they wanted to, and not to another site", async ({
    context,
    fileDatabase,
    fileIngress,
  }) => {
    const { person } = await signUp(context, fileIngress);
    const token = await lastToken(fileDatabase, person.email, "verify_email");
    const link = `/dashboard/verify-email#token=${token}`;
    await heading(await visitDashboard(context, fileIngress, undefined, link), "Home");
    await context.clearCookies();

    const page = await visitDashboard(context, fileIngress, undefined, "/dashboard/live/events?type=x");
    await heading(page, "Sign in");
    await signIn(page, { ...person, password: "something else" });
    await page.getByRole("alert").getByText("Incorrect email or password.").waitFor();
    await signIn(page, person);
    await expect.poll(() => path(page)).toBe("/dashboard/live/events");

    for (const next of [
      "https://evil.example/dashboard/",
      "//evil.example/dashboard/",
      "/dashboard/../../evil",
      "/dashboard/\\evil.example",
      "/dashboard/api/session",
      "javascript:alert(1)",
    ]) {
      await context.clearCookies();
      await page.goto(new URL(`/dashboard/sign-in?next=${encodeURIComponent(next)}`, page.url()).href);
      await signIn(page, person);
      await expect.poll(() => path(page), { message: next }).not.toBe("/dashboard/sign-in");
      expect([next, new URL(page.url()).hostname, path(page)]).toEqual([
        next,
        "localhost",
        expect.stringMatching(/^\/dashboard(?!\/api)/),
      ]);
    }
  });

  test("asks for another link where the one in the mail was not copied whole", async ({
    context,
    fileIngress,
  }) => {
    const page = await visitDashboard(context, fileIngress, undefined, "/dashboard/reset-password");
    await heading(page, "This link no longer works");
    await checkScreen(page);
    await page.getByRole("link", { name: "Get another link" }).click();
    await heading(page, "Reset your password");
  });

  test("chooses a new password with a link, once", async ({ context, fileDatabase, fileIngress }) => {
    const { person, page } = await signUp(context, fileIngress);
    const token = await lastToken(fileDatabase, person.email, "verify_email");
    const link = `/dashboard/verify-email#token=${token}`;
    await heading(await visitDashboard(context, fileIngress, undefined, link), "Home");
    await context.clearCookies();

    await page.goto(new URL("/dashboard/request-password-reset", page.url()).href);
    await page.getByLabel("Email").fill(person.email);
    await press(page, "Send link");
    await heading(page, "Check your email");
    const reset = await lastToken(fileDatabase, person.email, "reset_password");
    const choose = async (password: string, look?: (shown: Page) => Promise<void>) => {
      const chosen = await visitDashboard(
        context,
        fileIngress,
        undefined,
        `/dashboard/reset-password#token=${reset}`,
      );
      await look?.(chosen);
      await chosen.getByLabel("New password").fill(password);
      await press(chosen, "Save password");
      return chosen;
    };
    const done = await choose("another lagoon at dawn 8", checkScreen);
    await heading(done, "Password changed");
    await checkScreen(done);
    await heading(await choose("yet another lagoon 9"), "This link no longer works");
    await done.getByRole("link", { name: "Sign in" }).click();
    await signIn(done, { ...person, password: "another lagoon at dawn 8" });
    await heading(done, "Home");
  });
});
