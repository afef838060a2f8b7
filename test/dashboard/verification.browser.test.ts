import { mkdir } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { createPerson } from "../helpers/create-person.ts";
import { startTestIngress } from "../helpers/start-test-ingress.ts";
import { test } from "../helpers/test.ts";
import {
  businessOf,
  createBusiness,
  createReviewer,
  form,
  pdfFile,
  pngFile,
  submittedBusiness,
} from "../verification/business.ts";
import { checkScreen } from "./check-screen.ts";
import { visitDashboard } from "./visit-dashboard.ts";

const settings = "/dashboard/test/settings/verification";
const queue = "/dashboard/test/platform/verifications";

/** Keeps what a screen looks like, where SCREENSHOTS names a folder. */
async function photograph(page: Page, name: string): Promise<void> {
  const folder = process.env["SCREENSHOTS"];
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  for (const width of [360, 1280])
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
  await page.setViewportSize({ width: 1280, height: 900 });
}

async function look(page: Page, name: string): Promise<void> {
  await checkScreen(page);
  await photograph(page, name);
  await page.setViewportSize({ width: 1280, height: 900 });
}

test("an owner fills in, sends documents and submits; a reviewer approves; a live key may be created", async ({
  context,
  browser,
  database,
  databaseUrl,
}) => {
  await using ingress = await startTestIngress(databaseUrl, { providerSecrets: ["secret"] });
  const { owner } = await createBusiness(database, ingress);
  const page = await visitDashboard(context, ingress, owner, settings);
  await page.getByText("14 things are missing").waitFor();
  await look(page, "draft-empty");

  // Saved in part, with a mistake that its field names.
  await page.getByLabel("TIN").fill("12");
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.getByText("must be a TIN").first().waitFor();
  await photograph(page, "draft-wrong");

  const choose = async (field: string, option: string) => {
    await page.getByRole("button", { name: field }).click();
    await page.getByRole("option", { name: option }).click();
  };
  await choose("Type of business", "Limited company");
  await choose("Expected payments in a month", "₦1 million to");
  for (const [label, text] of [
    ["Registered name", form.registeredName],
    ["CAC number", form.registrationNumber],
    ["TIN", form.tin],
    ["What you sell", form.description],
    ["Street", form.street],
    ["City", form.city],
    ["State", form.state],
    ["Phone", form.phone],
    ["Full name", form.directors![0]!.name],
    ["Email", form.directors![0]!.email],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(text!);
  await page.getByRole("button", { name: "Save and submit" }).click();
  await page.getByText("3 things are missing").waitFor();

  for (const [kind, name, buffer, mimeType] of [
    ["Certificate of registration", "CAC certificate.pdf", pdfFile(), "application/pdf"],
    ["Proof of address", "Bill.png", pngFile(), "image/png"],
    ["Identity document", "Passport.png", pngFile(), "image/png"],
  ] as const) {
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: `Add a file: ${kind}` }).click();
    await (await chooser).setFiles({ name, mimeType, buffer });
    await page.getByRole("link", { name }).waitFor();
  }
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Add a file: Anything else" }).click();
  await (
    await chooser
  ).setFiles({ name: "page.pdf", mimeType: "application/pdf", buffer: Buffer.from("<html>") });
  await page.getByText("must be a whole PDF, PNG or JPEG file").waitFor();
  await look(page, "draft-full");
  await page.getByRole("button", { name: "Save and submit" }).click();
  await page.getByText("We are looking at it").waitFor();
  // What a button said to screen readers that is gone now stays for some seconds.
  await page.reload();
  await page.getByText("We are looking at it").waitFor();
  await look(page, "submitted");

  // Somebody else's browser.
  const others = await browser.newContext();
  const review = await visitDashboard(others, ingress, await createReviewer(database), queue);
  await look(review, "queue");
  await review.getByRole("link", { name: "Kaduna Books" }).click();
  await review.getByText(form.registeredName!).waitFor();
  await review.getByRole("button", { name: "Identity document" }).click();
  await review.waitForFunction(
    () =>
      (document.querySelector(".verification-viewer img") as HTMLImageElement | null)?.naturalWidth === 64,
  );
  await look(review, "review");
  await review.getByRole("button", { name: "Approve" }).click();
  await review.getByRole("dialog").waitFor();
  await photograph(review, "approve");
  await review.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await review.getByText("In review → Approved").waitFor();
  await others.close();

  await page.reload();
  await page.getByText("Your business is verified", { exact: true }).waitFor();
  await look(page, "approved");
  const key = await ingress.call("POST", "/dashboard/api/live/keys", {
    session: owner.session,
    body: { scopes: ["balances:read"] },
  });
  expect(key.status, key.text).toBe(201);
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
  await page.getByText("It was not approved").waitFor();
  await look(page, "rejected");
  await page.getByRole("button", { name: "Correct it" }).click();
  await page.getByText("It was rejected before").waitFor();
  await page.getByLabel("City").fill("Kano");
  await page.getByRole("button", { name: "Save and submit" }).click();
  await page.getByText("We are looking at it").waitFor();
  await page.getByRole("button", { name: "Withdraw" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
  await page.getByText("Everything is there").waitFor();
  expect((await businessOf(ingress, owner.session).show()).data.form.city).toBe("Kano");

  const viewer = await createPerson(database, [[merchantId, "viewer"]]);
  const reading = await browser.newContext();
  const read = await visitDashboard(reading, ingress, viewer, settings);
  await read.getByText("Owners fill this in").waitFor();
  await look(read, "viewer");
  await reading.close();
});
