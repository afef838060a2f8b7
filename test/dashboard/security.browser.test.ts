import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import type { BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";
import { z } from "zod";
import { createPasswords } from "../../ingress/people/passwords.ts";
import { totpCode } from "../../ingress/people/totp.ts";
import type { Database } from "../../sql/database.ts";
import { sql } from "../../sql/sql-tag.ts";
import { createMember } from "../helpers/create-member.ts";
import { createPerson, type Person } from "../helpers/create-person.ts";
import { startTestIngress } from "../helpers/start-test-ingress.ts";
import { test } from "../helpers/test.ts";
import { lastToken } from "../people/read-mails.ts";
import { checkScreen } from "./check-screen.ts";
import { visitDashboard } from "./visit-dashboard.ts";

const password = "a lagoon at dusk 7";

/** An ingress that takes the address where browsers reach it for its own, as passkeys need it. */
async function startReachableIngress(databaseUrl: string) {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return startTestIngress(databaseUrl, { port, publicUrl: `http://localhost:${port}` });
}

async function createOwner(database: Database): Promise<Person & { merchantId: bigint }> {
  const { tenant } = await createMember(database);
  const owner = await createPerson(database, [[tenant.merchantId, "owner"]]);
  const hash = await createPasswords().hash(password);
  await database.query(sql.type(z.object({}))`
    update people set password_hash = ${hash} where id = ${owner.id}`);
  return { ...owner, merchantId: tenant.merchantId };
}

/** Gives a page's browser an authenticator like a laptop's fingerprint reader. */
async function addAuthenticator(context: BrowserContext, page: Page): Promise<void> {
  const devtools = await context.newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

const lapseProof = (database: Database, { id }: Person) =>
  database.query(sql.type(z.object({}))`
    update sessions set proved_at = now() - interval '11 minutes' where person_id = ${id}`);
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const account = "/dashboard/test/settings/account";

test("somebody adds a passkey and an app, signs in with each, and confirms with them", async ({
  databaseUrl,
  database,
  context,
}) => {
  await using ingress = await startReachableIngress(databaseUrl);
  const owner = await createOwner(database);
  await lapseProof(database, owner);
  const page = await visitDashboard(context, ingress, owner, account);
  await addAuthenticator(context, page);

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
  await button(page, "I have saved them").click();
  await page.getByText("Work laptop").waitFor();

  // From now on the passkey confirms.
  await lapseProof(database, owner);
  await button(page, "Set up").click();
  await button(page, "Use a passkey").click();
  const key = page.locator(".factors-key code");
  const secret = (await key.innerText()).replaceAll(" ", "");
  await checkScreen(page);
  await page.getByLabel("Code from the app").fill(totpCode(secret, Math.floor(Date.now() / 30_000)));
  await button(page, "Turn on").click();
  await page.getByText("On since").waitFor();
  await checkScreen(page);

  // In with the passkey alone.
  await page.request.post(`${new URL(page.url()).origin}/dashboard/api/sign-out`, {
    headers: { "sec-fetch-site": "same-origin" },
  });
  await page.goto(new URL("/dashboard/sign-in", page.url()).href);
  await checkScreen(page);
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

test("an owner invites somebody, who joins, changes the role, and reads of it in the audit log", async ({
  fileDatabase,
  fileIngress,
  browser,
  context,
}) => {
  const owner = await createOwner(fileDatabase);
  const page = await visitDashboard(context, fileIngress, owner, "/dashboard/test/settings/people");
  await button(page, "Invite somebody").click();
  const email = `ngozi-${Date.now()}@example.com`;
  await page.getByLabel("Email").fill(email);
  await button(page, "Send invitation").click();
  await page.getByRole("listitem").getByText(email).waitFor();
  await checkScreen(page);

  const theirs = await browser.newContext();
  const token = await lastToken(fileDatabase, email, "invitation");
  const invited = await visitDashboard(
    theirs,
    fileIngress,
    undefined,
    `/dashboard/invitation#token=${token}`,
  );
  await invited.getByRole("heading", { name: "Join Kaduna Books" }).waitFor();
  await checkScreen(invited);
  await invited.getByLabel("Your name").fill("Ngozi Eze");
  await invited.getByLabel("Choose a password").fill("an umbrella in march 3");
  await button(invited, "Create account and join").click();
  await invited.waitForURL("**/dashboard/test");
  await theirs.close();

  await page.reload();
  await button(page, "More for Ngozi Eze").click();
  await page.getByRole("menuitem", { name: "Change role" }).click();
  await page.getByRole("button", { name: /^Viewer/ }).click();
  await page.getByRole("option", { name: "Finance" }).click();
  await checkScreen(page);
  await button(page, "Save role").click();
  await page.getByText("Ngozi Eze is finance now").waitFor();

  await page.getByRole("link", { name: "Audit log" }).click();
  const row = page.getByText("Ada Okafor changed the role of Ngozi Eze from viewer to finance");
  await row.waitFor();
  await checkScreen(page);
  await button(page, "Details: Ada Okafor changed the role of Ngozi Eze from viewer to finance").click();
  await page.getByText("127.0.0.1").waitFor();
  await checkScreen(page);
});

test("who may change nobody sees no button for it, and another account cannot accept an invitation", async ({
  fileDatabase,
  fileIngress,
  context,
}) => {
  const owner = await createOwner(fileDatabase);
  const viewer = await createPerson(fileDatabase, [[owner.merchantId, "viewer"]]);
  const page = await visitDashboard(context, fileIngress, viewer, "/dashboard/test/settings/people");
  await page.getByText("No open invitations.").waitFor();
  expect(await button(page, "Invite somebody").count()).toBe(0);
  const body = { email: `other-${Date.now()}@example.com`, role: "viewer" };
  await fileIngress.call("POST", "/dashboard/api/invitations", { session: owner.session, body });
  const token = await lastToken(fileDatabase, body.email, "invitation");
  await page.goto(new URL(`/dashboard/invitation#token=${token}`, page.url()).href);
  await page.getByText(`You are signed in as ${viewer.email}`).waitFor();
  await checkScreen(page);
});
