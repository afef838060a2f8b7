import type { BrowserContext } from "playwright-core";
import { describe } from "vitest";
import { createPerson } from "../../helpers/create-person.ts";
import { createFundedMerchant } from "../../helpers/records.ts";
import { test } from "../../helpers/test.ts";
import { lastToken } from "../../people/read-mails.ts";
import { completeBusiness } from "../../verification/business.ts";
import { allLooks, checkScreen } from "./check-screen.ts";
import { forgetProof, password } from "./live-screens.ts";
import { photograph } from "./photograph.ts";
import { visitDashboard } from "./visit-dashboard.ts";

describe("an invitation that holds", () => {
  test("is accepted by who is signed in, signs up who is new, and sends who has an account to sign in", async ({
    browser,
    database,
    ingress,
  }) => {
    const { merchantId } = await createFundedMerchant(database);
    const owner = await createPerson(database, [[merchantId, "owner"]]);
    const invite = async (email: string) => {
      const body = { email, role: "finance" };
      await ingress.call("POST", "/dashboard/api/invitations", { session: owner.session, body });
      return `/dashboard/invitation#token=${await lastToken(database, email, "invitation")}`;
    };
    const title = "Join Kaduna Books";
    const open = async (context: BrowserContext, email: string, person?: typeof owner) => {
      const page = await visitDashboard(context, ingress, person, await invite(email));
      await page.getByRole("heading", { level: 1, name: title }).waitFor();
      return page;
    };

    await using newcomers = await browser.newContext();
    const newcomer = await open(newcomers, "ngozi@example.com");
    await newcomer.getByLabel("Your name").waitFor();
    await checkScreen(newcomer, allLooks);
    await photograph(newcomer, "invitation-sign-up");
    await newcomer.getByLabel("Your name").fill("Ngozi Eze");
    await newcomer.getByLabel("Password").fill(password);
    await newcomer.getByRole("button", { name: "Create account and join" }).click();
    await newcomer.waitForURL("**/dashboard/test");
    await newcomer.getByText("Finance", { exact: true }).waitFor();

    const bola = await createPerson(database);
    await using signedOut = await browser.newContext();
    const absent = await open(signedOut, bola.email);
    await absent.getByRole("link", { name: "Sign in to accept" }).waitFor();
    await checkScreen(absent, allLooks);
    await photograph(absent, "invitation-sign-in");

    await using signedIn = await browser.newContext();
    const present = await open(signedIn, bola.email, bola);
    const accept = present.getByRole("button", { name: "Accept invitation" });
    await accept.waitFor();
    await checkScreen(present, allLooks);
    await photograph(present, "invitation-accept");
    await accept.click();
    await present.waitForURL("**/dashboard/test");
    await present.getByText("Finance", { exact: true }).waitFor();
  });
});

test("who submits the verification proves with the password who they are", async ({
  context,
  database,
  ingress,
}) => {
  const { owner } = await completeBusiness(database, ingress);
  await forgetProof(database, owner.id);
  const page = await visitDashboard(context, ingress, owner, "/dashboard/test/settings/verification");
  await page.getByText("Everything is filled in").waitFor();
  await page.getByRole("button", { name: "Save and submit" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm it’s you" });
  await dialog.getByLabel("Password").fill("not this one");
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await dialog.getByText("This is not your password.").waitFor();
  await checkScreen(page, allLooks);
  await photograph(page, "step-up-wrong");
  await dialog.getByLabel("Password").fill(password);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("We’re reviewing your business").waitFor();
  await page.getByText("In review", { exact: true }).waitFor();
});
