import type { Page } from "playwright-core";
import { expect } from "vitest";
import { z } from "zod";
import { sql } from "../../../sql/process/sql-tag.ts";
import { createMember } from "../../helpers/create-member.ts";
import { createPerson } from "../../helpers/create-person.ts";
import { test } from "../../helpers/test.ts";
import { neededKinds } from "../../../sql/verification/verification-form.ts";
import {
  businessOf,
  createBusiness,
  createReviewer,
  form,
  pdfFile,
  reviewOf,
  submittedBusiness,
} from "../../verification/business.ts";
import { checkScreen } from "./check-screen.ts";
import { photograph } from "./photograph.ts";
import { visitDashboard } from "./visit-dashboard.ts";

const settings = "/dashboard/test/settings/verification";
const queue = "/dashboard/test/platform/verifications";

async function look(page: Page, name: string): Promise<void> {
  await checkScreen(page);
  await photograph(page, name);
  await page.setViewportSize({ width: 1280, height: 900 });
}

test("an owner sees what is missing and what is wrong, and how far the verification is", async ({
  context,
  database,
  ingress,
}) => {
  const { owner, own, merchant } = await createBusiness(database, ingress);
  const page = await visitDashboard(context, ingress, owner, settings);
  await page.getByText("14 items are missing").waitFor();
  await look(page, "draft-empty");

  // Saved as it is, with a mistake and half a person, which their fields name.
  await page.getByLabel("TIN").fill("12");
  await page.getByLabel("Full name").fill("Ngozi Zubairu");
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  await page.locator(".field-error", { hasText: "Must be a TIN" }).waitFor();
  await page.getByText("14 items to add or correct").waitFor();
  await look(page, "draft-half");
  await page.reload();
  await page.locator(".field-error", { hasText: "Must be a TIN" }).waitFor();
  expect(await page.getByLabel("Full name").inputValue()).toBe("Ngozi Zubairu");
  await page.getByRole("button", { name: "Person 1: Email" }).click();
  await page.getByLabel("Email").and(page.locator(":focus")).waitFor();

  await own.save({ form, version: (await own.show()).data.version });
  for (const kind of neededKinds) await own.add(kind, pdfFile(), { name: `${kind}.pdf` });
  await page.reload();
  await page.getByText("Everything is filled in").waitFor();
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Add a file: Other" }).click();
  await (
    await chooser
  ).setFiles({ name: "page.pdf", mimeType: "application/pdf", buffer: Buffer.from("<html>") });
  await page.getByText("must be a whole PDF, PNG or JPEG file").waitFor();
  await look(page, "draft-full");
  // A document is removed by who says so twice.
  const { name } = (await own.show()).data.documents[0];
  await page.getByRole("button", { name: `Remove ${name}` }).click();
  await page.getByRole("dialog").getByText("will be deleted").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  expect((await own.show()).data.documents.length).toBe(neededKinds.length);
  await page.getByRole("button", { name: `Remove ${name}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove document" }).click();
  await page.getByText("Document removed", { exact: true }).waitFor();
  await own.add(neededKinds[0]!, pdfFile(), { name });

  await own.submit((await own.show()).data.version);
  await page.reload();
  await page.getByText("We’re reviewing your business").waitFor();
  await look(page, "submitted");
  const reviewer = await createReviewer(database);
  await reviewOf(ingress, reviewer.session).decide(merchant, { outcome: "approved" });
  await page.reload();
  await page.getByText("Your business is verified", { exact: true }).waitFor();
  await look(page, "approved");
});

test("an owner is led to what is missing, and from there to each field and document", async ({
  context,
  database,
  ingress,
}) => {
  const { owner } = await createBusiness(database, ingress);
  const page = await visitDashboard(context, ingress, owner, settings);
  await page.getByLabel("TIN").fill("77123456-0001");
  await page.getByRole("button", { name: "Save and submit" }).click();
  const missing = page.locator("#verification-missing");
  await missing.getByRole("button", { name: "CAC number" }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("verification-missing");
  for (const [name, role, target] of [
    ["CAC number", "textbox", "CAC number"],
    ["Type of business", "button", "Type of business"],
    ["An owner or director", "textbox", "Full name"],
    ["Proof of address", "button", "Add a file: Proof of address"],
  ] as const) {
    await missing.getByRole("button", { name }).click();
    await page.getByRole(role, { name: target }).and(page.locator(":focus")).waitFor();
  }
  // Each field says it as well, until somebody types there.
  const required = page.getByText("This is required.", { exact: true });
  await required.first().waitFor();
  const count = await required.count();
  await page.getByLabel("CAC number").fill("RC77");
  await expect.poll(() => required.count()).toBe(count - 1);
  await look(page, "draft-missing");
});

test("a form does not replace what somebody else saved since, also after a document was added", async ({
  context,
  database,
  ingress,
}) => {
  const { owner, own } = await createBusiness(database, ingress);
  const page = await visitDashboard(context, ingress, owner, settings);
  await page.getByLabel("City").fill("Kano");
  await own.save({ form: { ...form, city: "Jos" }, version: (await own.show()).data.version });
  // The page loads all of it again.
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Add a file: Other" }).click();
  await (await chooser).setFiles({ name: "page.pdf", mimeType: "application/pdf", buffer: pdfFile() });
  await page.getByText("page.pdf uploaded").waitFor();
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.locator("form .notice").waitFor();
  expect((await own.show()).data.form.city).toBe("Jos");

  await page.reload();
  for (const city of ["Kano", "Lagos"]) {
    await page.getByLabel("City").fill(city);
    await page.getByRole("button", { name: "Save draft" }).click();
    await expect.poll(async () => (await own.show()).data.form.city).toBe(city);
  }
});

test("a form whose save got no response is saved by the next try", async ({ context, database, ingress }) => {
  const { owner, own } = await createBusiness(database, ingress);
  const page = await visitDashboard(context, ingress, owner, settings);
  await page.getByLabel("City").fill("Kano");
  await page.route(
    "**/dashboard/api/verification",
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.locator("form .notice").waitFor();
  await page.getByLabel("City").fill("Jos");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect.poll(async () => (await own.show()).data.form.city).toBe("Jos");
});

test("a rejection says why, and is corrected; others read", async ({
  context,
  browser,
  database,
  ingress,
}) => {
  const { owner, merchantId } = await submittedBusiness(database, ingress);
  const others = await browser.newContext();
  const review = await visitDashboard(others, ingress, await createReviewer(database), queue);
  await review.getByRole("link", { name: "Kaduna Books" }).waitFor();
  await look(review, "queue");
  await review.goto(`${new URL(review.url()).origin}/dashboard/test`);
  await review.getByText("1 business is waiting for review").waitFor();
  await look(review, "home-of-reviewer");
  await review.getByRole("link", { name: "Go to verifications" }).click();
  await review.getByRole("link", { name: "Kaduna Books" }).click();
  await review.getByRole("button", { name: "Reject" }).click();
  await review
    .getByLabel("Reason")
    .fill("The proof of address is older than three months.\nSend a newer one.");
  await look(review, "reject");
  await review.getByRole("button", { name: "Reject business" }).click();
  await review.getByText("In review → Rejected").waitFor();
  await review.reload();
  await review.getByText("In review → Rejected").waitFor();
  await look(review, "review-rejected");
  await others.close();

  const page = await visitDashboard(context, ingress, owner, settings);
  await page.getByText("Not approved").waitFor();
  await look(page, "rejected");
  await page.getByRole("button", { name: "Make changes" }).click();
  await page.getByText("Your last submission was rejected").waitFor();
  await page.getByLabel("City").fill("Kano");
  await page.getByRole("button", { name: "Save and submit" }).click();
  await page.getByText("We’re reviewing your business").waitFor();
  await page.getByRole("button", { name: "Withdraw" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
  await page.getByText("Everything is filled in").waitFor();
  expect((await businessOf(ingress, owner.session).show()).data.form.city).toBe("Kano");

  const viewer = await createPerson(database, [[merchantId, "viewer"]]);
  const reading = await browser.newContext();
  const read = await visitDashboard(reading, ingress, viewer, settings);
  await read.getByText("Only owners can edit this").waitFor();
  await look(read, "viewer");
  await reading.close();
});

test("a document goes to the business that the tab shows, or to none", async ({
  context,
  database,
  ingress,
}) => {
  const { owner } = await createBusiness(database, ingress);
  const other = await createMember(database);
  await database.query(sql.type(z.object({}))`
    insert into memberships (person_id, merchant_id, role)
    values (${owner.id}, ${other.tenant.merchantId}, 'owner')`);
  const page = await visitDashboard(context, ingress, owner, settings);
  await page.getByText("14 items are missing").waitFor();
  // Another tab goes to the other business.
  await database.query(sql.type(z.object({}))`
    update sessions set merchant_id = ${other.tenant.merchantId} where person_id = ${owner.id}`);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Add a file: Other" }).click();
  await (await chooser).setFiles({ name: "page.pdf", mimeType: "application/pdf", buffer: pdfFile() });
  // Several refusals may start the page again, which ends the wait for one navigation.
  await expect.poll(() => new URL(page.url()).pathname).toBe("/dashboard/test");
  const documents = await database.anyFirst(sql.type(z.object({ id: z.bigint() }))`
    select id from verification_documents`);
  expect(documents).toEqual([]);
});
