import { expect } from "vitest";
import { verify } from "../../../sdk/node/webhooks-node.ts";
import { eventually } from "../../helpers/eventually.ts";
import { ledgerDrift } from "../../helpers/records.ts";
import { startMailServer } from "../../helpers/outside/start-mail-server.ts";
import { startReachableIngress } from "../start-reachable-ingress.ts";
import { startReceiver } from "../../helpers/outside/start-receiver.ts";
import { startTestWorkers } from "../../helpers/platform/start-test-workers.ts";
import { test } from "../../helpers/test.ts";
import { newcomer } from "../../people/browser.ts";
import { createReviewer } from "../../verification/business.ts";
import { startShop } from "../../widget/start-shop.ts";
import { checkScreen } from "../screens/check-screen.ts";
import {
  addOrigin,
  approve,
  changeNothing,
  createKey,
  createLink,
  goTo,
  heading,
  hostile,
  invite,
  join,
  linkOf,
  fixDelivery,
  openCheckout,
  openContext,
  payOut,
  playWithSandbox,
  playWithSignature,
  press,
  pressInDialog,
  removeAccount,
  removeOrigin,
  revokeKey,
  saveAccount,
  secureAccount,
  setEndpoint,
  shopPage,
  submitBusiness,
  switchTo,
  typeOf,
} from "./merchant-steps.ts";
import { visitDashboard } from "../screens/visit-dashboard.ts";

test("a business signs up, builds, is paid, pays out, is verified and goes live, in the dashboard alone", async ({
  browser,
  context,
  database,
  databaseUrl,
}) => {
  await using mails = await startMailServer();
  await using ingress = await startReachableIngress(databaseUrl, {
    webhookAllowCidrs: ["127.0.0.0/8"],
    hasLiveGateway: true,
    updatesRefreshMs: 200,
  });
  const { publicUrl } = ingress;
  await using _workers = await startTestWorkers(databaseUrl, {
    SMTP_URL: mails.url,
    MAIL_FROM: "Payments <payments@example.com>",
    PUBLIC_URL: publicUrl,
  });
  let status = 500;
  await using receiver = await startReceiver((response) => {
    response.writeHead(status, { "content-type": "text/html" }).end(status === 500 ? hostile : undefined);
  });

  const ada = newcomer();
  const page = await visitDashboard(context, ingress, undefined, "/dashboard/sign-up");
  await page.getByLabel("Your name").fill(ada.name);
  await page.getByLabel("Business name").fill(ada.businessName);
  await page.getByLabel("Email").fill(ada.email);
  await page.getByLabel("Password").fill(ada.password);
  await press(page, "Create account");
  await heading(page, "Check your email");
  await checkScreen(page);
  await page.goto(await linkOf(mails, ada.email, "verify-email"));
  await heading(page, "Home");
  await page.getByText(ada.businessName).waitFor();
  const nextCode = await secureAccount(page);

  const testKey = await createKey(page);
  const balance = (key: string) => ingress.call("GET", "/v1/balances", { key });
  expect((await balance(testKey)).status).toBe(200);
  const secret = await setEndpoint(page, receiver.url);

  await goTo(page, "Sandbox");
  await press(page, "Open an account for ₦5,000");
  await press(page, "Pay");
  await page.getByText("Payment received").waitFor();
  await fixDelivery(page, receiver, () => (status = 204));
  await playWithSignature(page, receiver.requests.at(-1)!, secret);

  const slug = await createLink(page);
  await using shop = await startShop((path) =>
    path === "/" ? { body: shopPage(publicUrl, slug) } : undefined,
  );
  await addOrigin(page, shop.origin);
  expect(await openCheckout(browser, shop.origin)).toBe("opened");
  expect(await openCheckout(browser, `http://stranger.example:${shop.port}`)).toBe("refused");
  await removeOrigin(page, shop.origin);
  expect(await openCheckout(browser, shop.origin)).toBe("refused");

  const account = await saveAccount(page);
  await payOut(page, account);
  const [{ available, reserved }] = (await balance(testKey)).data;
  expect([available.value, reserved.value]).toEqual([249_950, 0]);
  const told = await eventually(() => {
    const found = receiver.requests.find((request) => typeOf(request) === "payout.succeeded");
    expect(found).toBeDefined();
    return found!;
  });
  expect(verify(told.body, told.headers["x-service-signature"], secret)).toMatchObject({
    data: { amount: { value: 250_050 }, narration: "October rent" },
  });

  await removeAccount(page, account);
  await playWithSandbox(page);

  const viewer = `ngozi-${Date.now()}@example.com`;
  await invite(page, viewer);
  await using theirs = await openContext(browser);
  const reading = await visitDashboard(theirs, ingress, undefined, "/dashboard/sign-in");
  await join(reading, await linkOf(mails, viewer, "invitation"), ada.businessName);
  await changeNothing(reading);

  await submitBusiness(page);
  await using platform = await openContext(browser);
  const queue = "/dashboard/test/platform/verifications";
  await approve(
    await visitDashboard(platform, ingress, await createReviewer(database), queue),
    ada.businessName,
  );
  // The owner's page says so by itself.
  await page.getByText("Your business is verified", { exact: true }).waitFor();
  await switchTo(page, "Live");
  const liveKey = await createKey(page);
  expect(liveKey).toMatch(/^sk_live_/);
  expect((await balance(liveKey)).status).toBe(200);

  await switchTo(page, "Test");
  await revokeKey(page, testKey);
  expect((await balance(testKey)).status).toBe(401);

  await using second = await openContext(browser);
  const elsewhere = await visitDashboard(second, ingress, undefined, "/dashboard/sign-in");
  await elsewhere.getByLabel("Email").fill(ada.email);
  await elsewhere.getByLabel("Password").fill(ada.password);
  await press(elsewhere, "Sign in");
  await heading(elsewhere, "One more step");
  await checkScreen(elsewhere);
  await elsewhere.getByLabel("Code").fill(nextCode());
  await press(elsewhere, "Sign in");
  await heading(elsewhere, "Home");

  await goTo(page, "Your account");
  await press(page, "End all sessions");
  await pressInDialog(page, "End all sessions");
  await heading(page, "Sign in");
  expect((await elsewhere.request.get(`${publicUrl}/dashboard/api/session`)).status()).toBe(401);
  // By itself: nobody touches it.
  await heading(elsewhere, "Sign in");
  expect(await ledgerDrift(database)).toEqual([]);
}, 300_000);
