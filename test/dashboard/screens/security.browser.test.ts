import type { Page } from "playwright-core";
import { expect } from "vitest";
import { z } from "zod";
import { createPasswords } from "../../../ingress/people/passwords.ts";
import type { Database } from "../../../sql/process/database.ts";
import { sql } from "../../../sql/process/sql-tag.ts";
import { createMember } from "../../helpers/create-member.ts";
import { createPerson, type Person } from "../../helpers/create-person.ts";
import { startReachableIngress } from "../start-reachable-ingress.ts";
import { test } from "../../helpers/test.ts";
import { lastToken } from "../../people/read-mails.ts";
import { addAuthenticator } from "./add-authenticator.ts";
import { checkScreen } from "./check-screen.ts";
import { visitDashboard } from "./visit-dashboard.ts";

const password = "a lagoon at dusk 7";

async function createOwner(database: Database): Promise<Person & { merchantId: bigint }> {
  const { tenant } = await createMember(database);
  const owner = await createPerson(database, [[tenant.merchantId, "owner"]]);
  const hash = await createPasswords().hash(password);
  await database.query(sql.type(z.object({}))`
    update people set password_hash = ${hash} where id = ${owner.id}`);
  return { ...owner, merchantId: tenant.merchantId };
}

const lapseProof = (database: Database, { id }: Person) =>
  database.query(sql.type(z.object({}))`
    update sessions set proved_at = now() - interval '11 minutes' where person_id = ${id}`);
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const account = "/dashboard/test/settings/account";

test("somebody adds a passkey, confirms with it, and signs in with it or a recovery code", async ({
  databaseUrl,
  database,
  context,
}) => {
  await using ingress = await startReachableIngress(databaseUrl);
  const owner = await createOwner(database);
  await lapseProof(database, owner);
  const page = await visitDashboard(context, ingress, owner, account);
  await addAuthenticator(page);

  // The proof is too old, so the password is asked for in between.
  await button(page, "Add a passkey").click();
  await page.getByLabel("Name").fill("Work laptop");
  await button(page, "Continue").click();
  await page.getByRole("heading", { name: "Confirm it’s you" }).waitFor();
  await page.getByLabel("Password").fill(password);
  await button(page, "Confirm").click();
  await page.getByRole("heading", { name: "Save your recovery codes" }).waitFor();
  await checkScreen(page);
  const codes = (await page.getByRole("region", { name: "Recovery codes" }).innerText()).split("\n");
  expect(codes).toHaveLength(10);
  await button(page, "I’ve saved them").click();
  await page.getByText("Work laptop").waitFor();

  // From now on the passkey confirms.
  await lapseProof(database, owner);
  await button(page, "Set up").click();
  await button(page, "Use a passkey").click();
  await page.locator(".factors-key code").waitFor();
  await button(page, "Cancel").click();

  // In with the passkey alone.
  await page.request.post(`${new URL(page.url()).origin}/dashboard/api/sign-out`, {
    headers: { "sec-fetch-site": "same-origin" },
  });
  await page.goto(new URL("/dashboard/sign-in", page.url()).href);
  await button(page, "Sign in with a passkey").click();
  await page.waitForURL("**/dashboard/test");

  // In with the password and a recovery code.
  await page.request.post(`${new URL(page.url()).origin}/dashboard/api/sign-out`, {
    headers: { "sec-fetch-site": "same-origin" },
  });
  await page.goto(new URL("/dashboard/sign-in", page.url()).href);
  await page.getByLabel("Email").fill(owner.email);
  await page.getByLabel("Password").fill(password);
  await button(page, "Sign in").click();
  await page.getByRole("heading", { name: "One more step" }).waitFor();
  await checkScreen(page);
  await button(page, "Use a recovery code").click();
  await page.getByLabel("Recovery code").fill(codes[0]!);
  await button(page, "Sign in").click();
  await page.waitForURL("**/dashboard/test");
});

test("an owner changes somebody's role, and reads of it in the audit log; an invitation is for its address alone", async ({
  fileDatabase,
  fileIngress,
  context,
}) => {
  const owner = await createOwner(fileDatabase);
  const invite = async (email: string) => {
    const body = { email, role: "viewer" };
    await fileIngress.call("POST", "/dashboard/api/invitations", { session: owner.session, body });
    return lastToken(fileDatabase, email, "invitation");
  };
  const token = await invite(`ngozi-${Date.now()}@example.com`);
  await fileIngress.call("POST", "/dashboard/api/invitations/sign-up", {
    body: { token, name: "Ngozi Eze", password: "an umbrella in march 3" },
  });
  const page = await visitDashboard(context, fileIngress, owner, "/dashboard/test/settings/people");
  await button(page, "More for Ngozi Eze").click();
  await page.getByRole("menuitem", { name: "Change role" }).click();
  await page.getByRole("button", { name: /^Viewer/ }).click();
  await page.getByRole("option", { name: "Finance" }).click();
  await checkScreen(page);
  await button(page, "Save role").click();
  await page.getByText("Ngozi Eze is now finance").waitFor();

  await page.getByRole("link", { name: "Audit log" }).click();
  const row = page.getByText("Ada Okafor changed the role of Ngozi Eze from viewer to finance");
  await row.waitFor();
  await checkScreen(page);
  await button(page, "Details: Ada Okafor changed the role of Ngozi Eze from viewer to finance").click();
  await page.getByText("127.0.0.1").waitFor();
  await checkScreen(page);

  const other = await invite(`other-${Date.now()}@example.com`);
  await page.goto(new URL(`/dashboard/invitation#token=${other}`, page.url()).href);
  await page.getByText(`You’re signed in as ${owner.email}`).waitFor();
  await checkScreen(page);
});
