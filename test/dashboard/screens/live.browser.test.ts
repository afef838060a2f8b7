import { describe, expect } from "vitest";
import { setKybStatus } from "../../../sql/merchants/merchants.ts";
import { createPaymentLink } from "../../../sql/payment-links/payment-links.ts";
import { createPerson } from "../../helpers/create-person.ts";
import { createFundedMerchant } from "../../helpers/records.ts";
import { startTestIngress } from "../../helpers/platform/start-test-ingress.ts";
import { test } from "../../helpers/test.ts";
import { checkScreen } from "./check-screen.ts";
import { createSickEndpoint, forgetProof, liveScreens, openStepUp, password } from "./live-screens.ts";
import { photograph } from "./photograph.ts";
import { visitDashboard } from "./visit-dashboard.ts";

describe("live, before the business is verified", () => {
  test("says on every screen where something is refused what is missing, leads there, and offers nothing", async ({
    context,
    database,
    ingress,
  }) => {
    const { merchantId } = await createFundedMerchant(database);
    const person = await createPerson(database, [[merchantId, "owner"]]);
    const page = await visitDashboard(context, ingress, person, "/dashboard/live/payouts");
    for (const [path, title] of Object.entries(liveScreens)) {
      await page.goto(`${new URL(page.url()).origin}/dashboard/live/${path}`);
      await page.getByRole("heading", { level: 1, name: title }).waitFor();
      const main = page.getByRole("main");
      await main.getByText("in live mode require a verified business").waitFor();
      expect(await page.title()).toBe(`${title} · Live · Dashboard`);
      const offered = (await main.locator("a, button").allTextContents()).filter((name) =>
        /create|new|add|check a|set|send/i.test(name),
      );
      expect([path, offered]).toEqual([path, []]);
    }
    await checkScreen(page);
    await page.getByRole("link", { name: "Go to verification" }).click();
    await page.getByRole("heading", { level: 1, name: "Verification" }).waitFor();

    await setKybStatus(database, { merchantId, status: "submitted", acting: {} });
    await page.goto(`${new URL(page.url()).origin}/dashboard/live/payouts`);
    await page.getByText("We’re reviewing your business").waitFor();
    // What waits is decided by who saw it: here it was withdrawn first.
    await setKybStatus(database, { merchantId, status: "draft", acting: {} });
    await setKybStatus(database, { merchantId, status: "approved", acting: {} });
    await page.getByRole("link", { name: "New payout" }).first().waitFor();
  });

  test("is said in words for people where a form meets the refusal, with the way to verification", async ({
    context,
    database,
    ingress,
  }) => {
    const { merchantId } = await createFundedMerchant(database);
    await setKybStatus(database, { merchantId, status: "approved", acting: {} });
    const person = await createPerson(database, [[merchantId, "owner"]]);
    // Withdrawn while the form is open, and the page is not told in time: it never hears of changes.
    await context.route("**/dashboard/api/live/updates", (route) => route.abort());
    const page = await visitDashboard(context, ingress, person, "/dashboard/live/payment-links/new");
    await page.getByLabel("Title").fill("Reading lamp");
    await page.getByLabel("Amount to pay").fill("2,500");
    await setKybStatus(database, { merchantId, status: "rejected", acting: {} });
    await page.getByRole("button", { name: "Create link" }).click();
    const alert = page.getByRole("alert");
    await alert.getByText("Your business isn’t verified yet.").waitFor();
    expect(await alert.textContent()).not.toMatch(/key/i);
    // The form is filled in, and asks before it is left.
    page.once("dialog", (question) => void question.accept());
    await alert.getByRole("link", { name: "Go to verification" }).click();
    await page.getByRole("heading", { level: 1, name: "Verification" }).waitFor();
  });
});

test("who confirms too often is told in the dialog when to try again", async ({
  context,
  database,
  ingress,
}) => {
  const { merchantId } = await createFundedMerchant(database);
  const person = await createPerson(database, [[merchantId, "owner"]]);
  await forgetProof(database, person.id);
  const page = await visitDashboard(context, ingress, person, "/dashboard/test/developers/keys");
  await openStepUp(page);
  expect(await page.title()).toBe("API keys · TEST · Dashboard");
  await checkScreen(page);
  for (let tried = 0; tried < 10; tried += 1) {
    const { status } = await ingress.call("POST", "/dashboard/api/step-up", {
      session: person.session,
      body: { password: "not theirs, surely" },
    });
    expect(status).toBe(422);
  }
  const dialog = page.getByRole("dialog", { name: "Confirm it’s you" });
  await dialog.getByLabel("Password").fill(password);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await dialog.getByText(/Too many attempts\. Try again in \d+ (seconds|minutes)\./).waitFor();
});

test("an endpoint that fails is a screen like any other", async ({ context, database, ingress }) => {
  const tenant = await createFundedMerchant(database);
  await createSickEndpoint(database, tenant, "failing");
  const person = await createPerson(database, [[tenant.merchantId, "owner"]]);
  const page = await visitDashboard(context, ingress, person, "/dashboard/test/developers/webhooks");
  await page.getByText("https://shop.example/hooks").waitFor();
  await page.getByText("Failing", { exact: true }).waitFor();
  await checkScreen(page);
});

test("without a live gateway, live says so where money is expected, and a link cannot be shared", async ({
  context,
  database,
  databaseUrl,
}) => {
  const tenant = await createFundedMerchant(database);
  await setKybStatus(database, { merchantId: tenant.merchantId, status: "approved", acting: {} });
  const { slug } = await createPaymentLink(
    database,
    { ...tenant, environment: "live" },
    {
      title: "Reading lamp",
      amountType: "fixed",
      amount: 500_000n,
      minAmount: null,
      maxAmount: null,
      linkType: "reusable",
      customer: null,
      successRedirectUrl: null,
    },
  );
  const person = await createPerson(database, [[tenant.merchantId, "owner"]], { isReviewer: true });
  const link = `payment-links/${slug}`;
  for (const hasLiveGateway of [false, true]) {
    await using ingress = await startTestIngress(databaseUrl, { hasLiveGateway });
    const page = await visitDashboard(context, ingress, person, "/dashboard/live");
    const said = page.getByText("Live payments aren’t available yet");
    for (const path of ["", "payment-links", "payment-links/new", link, "payouts", "payouts/new"]) {
      await page.goto(`${new URL(page.url()).origin}/dashboard/live/${path}`);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      await expect.poll(() => page.locator(".skeleton").count()).toBe(0);
      expect([path, await said.count()]).toEqual([path, hasLiveGateway ? 0 : 1]);
      if (!hasLiveGateway) await checkScreen(page);
      if (!hasLiveGateway) await photograph(page, `no-gateway-${path.replaceAll(/\W/g, "-")}`);
      if (path !== link) continue;
      const shared = await page.getByText("Share on WhatsApp").or(page.getByText("Save QR code")).count();
      const address = await page.getByText(`/pay/${slug}`).count();
      expect([shared > 0, address > 0]).toEqual([hasLiveGateway, hasLiveGateway]);
    }
    await page.goto(`${new URL(page.url()).origin}/dashboard/live/settings/verification`);
    await page.getByText("Your business is verified").waitFor();
    expect(await page.getByRole("link", { name: "Create a live key" }).count()).toBe(hasLiveGateway ? 1 : 0);
    await page.close();
  }
});
