import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { totpCode } from "../../../ingress/factors/totp.ts";
import { eventually } from "../../helpers/eventually.ts";
import type { MailServer } from "../../helpers/outside/start-mail-server.ts";
import type { Receiver } from "../../helpers/outside/start-receiver.ts";
import { form, pdfFile, pngFile } from "../../verification/business.ts";
import { addAuthenticator } from "../screens/add-authenticator.ts";
import { checkScreen } from "../screens/check-screen.ts";

export const heading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { level: 1, name }).waitFor();
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
export const press = (page: Page, name: string) => button(page, name).first().click();
export const pressInDialog = (page: Page, name: string) =>
  page.getByRole("dialog").getByRole("button", { name, exact: true }).click();

/** A further browser profile, as patient as the test's own. */
export async function openContext(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext();
  context.setDefaultTimeout(60_000);
  return context;
}

/** Goes to a screen by the sidebar. */
export async function goTo(page: Page, screen: string): Promise<void> {
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: screen, exact: true })
    .click();
  await heading(page, screen);
}

export const switchTo = (page: Page, environment: "Test" | "Live") =>
  page.getByRole("group", { name: "Environment" }).getByRole("link", { name: environment }).click();

/** The link of the mail that leads an address to a page. */
export const linkOf = ({ mails }: MailServer, email: string, path: string): Promise<string> =>
  eventually(() => {
    const texts = mails
      .filter((mail) => mail.includes(`To: ${email}`))
      .map((mail) => mail.replaceAll("=\n", ""));
    const link = new RegExp(`http://localhost:\\d+/dashboard/${path}#token=3?D?[\\w-]{43}`);
    const found = texts.map((text) => link.exec(text.replaceAll("=3D", "="))?.[0]).find(Boolean);
    expect(found, `a mail to ${email} with a link to ${path}`).toBeDefined();
    return found!;
  });

/** A secret that is shown once. */
async function copySecret(page: Page, name: string): Promise<string> {
  const secret = await page.getByRole("region", { name }).textContent();
  await press(page, "I’ve copied it");
  return secret!.trim();
}

export async function createKey(page: Page): Promise<string> {
  await goTo(page, "API keys");
  await press(page, "Create key");
  await pressInDialog(page, "Create key");
  return copySecret(page, "Secret key");
}

/** Adds a passkey and an app; returns the app's next code, since each counts once. */
export async function secureAccount(page: Page): Promise<() => string> {
  await addAuthenticator(page);
  await goTo(page, "Your account");
  await press(page, "Add a passkey");
  await page.getByLabel("Name").fill("Work laptop");
  await press(page, "Continue");
  await page.getByRole("heading", { name: "Save your recovery codes" }).waitFor();
  await press(page, "I’ve saved them");
  await page.getByText("Work laptop").waitFor();
  await press(page, "Set up");
  const secret = (await page.locator(".factors-key code").innerText()).replaceAll(" ", "");
  await checkScreen(page);
  let used = 0;
  const nextCode = () => totpCode(secret, (used = Math.max(used + 1, Math.floor(Date.now() / 30_000))));
  await page.getByLabel("Code from the app").fill(nextCode());
  await press(page, "Turn on");
  await page.getByText("On since").waitFor();
  await checkScreen(page);
  return nextCode;
}

export async function setEndpoint(page: Page, url: string): Promise<string> {
  await goTo(page, "Webhooks");
  await page.getByText("No endpoint yet").waitFor();
  await checkScreen(page);
  await press(page, "Set endpoint");
  await page.getByLabel("URL").fill("https://10.0.0.1/hook");
  await press(page, "Save");
  await page.locator(".field-error").waitFor();
  await page.getByLabel("URL").fill(url);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Copy your signing secret" }).waitFor();
  return copySecret(page, "Signing secret");
}

export const typeOf = ({ body }: Receiver["requests"][number]): string => JSON.parse(body.toString()).type;

/** Text that would run if the screen wrote it as markup. */
export const hostile = `<script>window.fired = true</script><img src=x onerror="window.fired = true">`;

/** Reads why the delivery of a payment failed, and sends it again to a receiver that was fixed. */
export async function fixDelivery(page: Page, receiver: Receiver, fix: () => void): Promise<void> {
  await goTo(page, "Webhooks");
  await page.getByRole("link", { name: "collection.success" }).click();
  await page.getByText("Your server failed to handle the event.").waitFor();
  await page.getByText(hostile, { exact: true }).waitFor();
  expect(await page.evaluate("window.fired")).toBeUndefined();
  expect(await page.getByRole("region", { name: "Request body (exact bytes)" }).textContent()).toBe(
    receiver.requests[0]!.body.toString(),
  );
  await checkScreen(page);
  fix();
  await press(page, "Replay");
  await page.getByText("Accepted with status 204").waitFor();
}

/** Has the playground say what is wrong with a delivery that was parsed and serialised again. */
export async function playWithSignature(
  page: Page,
  { headers, body }: Receiver["requests"][number],
  secret: string,
) {
  await page.getByRole("link", { name: "Check signature" }).click();
  await heading(page, "Signature playground");
  await page.getByLabel("Header x-service-signature").fill(String(headers["x-service-signature"]));
  const field = page.getByLabel("Body, exactly as received");
  await field.fill(body.toString());
  await page.getByLabel("Signing secret").fill(secret);
  const result = page.getByRole("status", { name: "Result" });
  await expect.poll(() => result.textContent()).toBe("The signature is valid.");
  await field.fill(JSON.stringify(JSON.parse(body.toString()), null, 2));
  await expect.poll(() => result.textContent()).toContain("parsed and serialised again");
  await checkScreen(page);
}

export async function createLink(page: Page): Promise<string> {
  await goTo(page, "Payment links");
  await page.getByRole("link", { name: "Create link" }).first().click();
  await page.getByLabel("Title").fill("Reading lamp");
  await page.getByLabel("Amount to pay").fill("2,500");
  await press(page, "Create link");
  await heading(page, "Reading lamp");
  return new URL(page.url()).pathname.split("/").at(-1)!;
}

export async function addOrigin(page: Page, origin: string): Promise<void> {
  await goTo(page, "Embedding");
  await press(page, "Add origin");
  await page.getByRole("textbox", { name: "Origin" }).fill("my shop");
  await pressInDialog(page, "Add origin");
  await page.getByText("must be an exact origin").first().waitFor();
  // As an address bar has it: only the origin is taken.
  await page.getByRole("textbox", { name: "Origin" }).fill(`${origin}/path`);
  await page.keyboard.press("Enter");
  await button(page, `Remove ${origin}`).waitFor();
  await checkScreen(page);
}

export async function removeOrigin(page: Page, origin: string): Promise<void> {
  await press(page, `Remove ${origin}`);
  await pressInDialog(page, "Remove");
  await page.getByText("No origins yet").waitFor();
}

export const shopPage = (publicUrl: string, slug: string) => `<!doctype html><title>Shop</title>
<output></output>
<button onclick="Service().checkout({ slug: '${slug}', onError: ({ code }) => (document.querySelector('output').value = code) })">Buy</button>
<script src="${publicUrl}/@service/js@0"></script>`;

/** Whether the checkout opens in a shop, or the shop's page hears that it may not. */
export async function openCheckout(browser: Browser, address: string): Promise<string> {
  await using context = await openContext(browser);
  const page = await context.newPage();
  await page.goto(address);
  await page.getByRole("button", { name: "Buy" }).click();
  const shown = page.frameLocator("dialog iframe").getByText("Reading lamp").first();
  const refusal = page.getByText("ORIGIN_NOT_REGISTERED");
  // The page is closed before the other one is seen.
  const seen = (what: Locator, name: string) =>
    what.waitFor().then(
      () => name,
      () => "neither",
    );
  return await Promise.race([seen(shown, "opened"), seen(refusal, "refused")]);
}

/** Saves an account, once the bank knows it, and makes it the default; returns its holder's name. */
export async function saveAccount(page: Page): Promise<string> {
  await goTo(page, "Payout accounts");
  await page.getByText("No saved accounts yet").waitFor();
  await checkScreen(page);
  await press(page, "Add account");
  const dialog = page.getByRole("dialog");
  await page.getByRole("combobox", { name: "Bank" }).fill("guaranty");
  await page.getByRole("option").first().click();
  await page.getByLabel("Account number").fill("9999999999");
  await dialog.getByText("The bank can’t find this account").waitFor();
  expect(await dialog.getByRole("button", { name: "Save account" }).isDisabled()).toBe(true);
  await page.getByLabel("Account number").fill("0123456789");
  const name = (await dialog.locator("strong").textContent())!;
  expect(name).toMatch(/^[A-Z ]+$/);
  await checkScreen(page);
  await pressInDialog(page, "Save account");
  await page.getByText(`${name} saved`).waitFor();
  await press(page, `Actions for ${name}`);
  await page.getByRole("menuitem", { name: "Make default" }).click();
  await page.getByText(`${name} is now the default account`).waitFor();
  await page.getByRole("menu").waitFor({ state: "detached" });
  await checkScreen(page);
  return name;
}

export async function payOut(page: Page, name: string): Promise<void> {
  await page.getByRole("link", { name: `Pay ${name}` }).click();
  await heading(page, "New payout");
  await page.getByLabel("Amount").fill("99,999,999");
  await page.getByText("A single payout can be").waitFor();
  await page.getByLabel("Amount").fill("5,000.01");
  await page.getByText("up to ₦5,000.00 plus the fee").waitFor();
  await page.getByLabel("Amount").fill("2,500.50");
  await page.getByLabel("Narration").fill("October rent");
  await checkScreen(page);
  await press(page, "Review");
  await page.getByRole("heading", { name: "Check this payout" }).waitFor();
  await page.getByText("₦2,499.50").waitFor();
  await checkScreen(page);
  await press(page, "Edit");
  expect(await page.getByLabel("Narration").inputValue()).toBe("October rent");
  await press(page, "Review");
  await press(page, "Send ₦2,500.50");
  await heading(page, /2,500/);
  await page.getByText("Succeeded", { exact: true }).waitFor();
  await page.getByText("Paid to the bank account").waitFor();
  await page.getByText("Reserved balance").first().waitFor();
  await checkScreen(page);
}

export async function removeAccount(page: Page, name: string): Promise<void> {
  await goTo(page, "Payout accounts");
  await press(page, `Actions for ${name}`);
  await page.getByRole("menuitem", { name: "Remove account" }).click();
  await page.getByText("This is the default account.").waitFor();
  await pressInDialog(page, "Remove account");
  await page.getByText("No saved accounts yet").waitFor();
}

/** Makes a payout fail, and moves the clock. */
export async function playWithSandbox(page: Page): Promise<void> {
  await goTo(page, "Sandbox");
  await press(page, "Run 0000000001");
  await page.getByText("A payout of ₦100 was created.").waitFor();
  await press(page, "1 day");
  await page.getByText("1 d", { exact: true }).waitFor();
  await checkScreen(page);
}

export async function invite(page: Page, email: string): Promise<void> {
  await goTo(page, "People");
  await press(page, "Invite someone");
  await page.getByLabel("Email").fill(email);
  await press(page, "Send invitation");
  await page.getByRole("listitem").getByText(email).waitFor();
  await checkScreen(page);
}

export async function join(page: Page, link: string, business: string): Promise<void> {
  await page.goto(link);
  await heading(page, `Join ${business}`);
  await checkScreen(page);
  await page.getByLabel("Your name").fill("Ngozi Eze");
  await page.getByLabel("Choose a password").fill("an umbrella in march 3");
  await press(page, "Create account and join");
  await heading(page, "Home");
}

/** Sends a change as the page's own scripts do; returns the status of the response. */
const change = (page: Page, [method, path, body]: readonly [string, string, object]): Promise<number> =>
  page.evaluate(
    async ([verb, url, json]) => {
      const headers = { "content-type": "application/json" };
      return (await fetch(url, { method: verb, headers, body: json })).status;
    },
    [method, `/dashboard/api/${path}`, JSON.stringify(body)] as const,
  );

/** What changes something, by its name. */
const changing =
  /\b(create|new|set|change|rotate|revoke|add|remove|send|pay|replay|recover|run|day|move|invite|save|submit|make|open an)\b/i;

/** What is the person's own, and a list of the requests by their names. */
const notLookedAt = ["Your account", "Requests"];

/** Looks for a button or link that changes something on every screen of the business, and tries to change things. */
export async function changeNothing(page: Page): Promise<void> {
  const links = page.getByRole("navigation", { name: "Main" }).getByRole("link");
  const screens = await links.allTextContents();
  for (const screen of screens.filter((name) => !notLookedAt.includes(name))) {
    await goTo(page, screen);
    expect([screen, await changesOn(page)]).toEqual([screen, []]);
  }
  // Where nothing has happened yet, home has the first steps of those who may take them.
  await switchTo(page, "Live");
  await goTo(page, "Home");
  expect(await changesOn(page)).toEqual([]);
  const account = { bankCode: "000013", accountNumber: "0123456789" };
  for (const attempt of [
    ["POST", "test/keys", { scopes: ["balances:read"], allowedCidrs: [] }],
    ["PUT", "test/webhook-endpoint", { url: "https://shop.example/hooks" }],
    ["POST", "origins", { origin: "https://shop.example" }],
    ["POST", "test/payout-accounts", account],
    ["POST", "test/sandbox/clock/advance", { minutes: 1 }],
    ["POST", "invitations", { email: "friend@example.com", role: "owner" }],
    ["PUT", "verification", { form: {}, version: 0 }],
  ] as const)
    expect([attempt[1], await change(page, attempt)]).toEqual([attempt[1], 403]);
}

async function changesOn(page: Page): Promise<string[]> {
  await expect.poll(() => page.locator(".skeleton").count()).toBe(0);
  const main = page.getByRole("main");
  const names = [
    ...(await main.getByRole("button").allTextContents()),
    ...(await main.getByRole("link").allTextContents()),
  ];
  return names.filter((name) => changing.test(name));
}

export async function submitBusiness(page: Page): Promise<void> {
  await goTo(page, "Verification");
  await page.getByText("14 items are missing").waitFor();
  for (const [field, option] of [
    ["Type of business", "Limited company"],
    ["Expected monthly payments", "₦1 million to"],
  ] as const) {
    await page.getByRole("button", { name: field }).click();
    await page.getByRole("option", { name: option }).click();
  }
  const [director] = form.directors!;
  for (const [label, text] of [
    ["Registered name", form.registeredName],
    ["CAC number", form.registrationNumber],
    ["TIN", form.tin],
    ["What you sell", form.description],
    ["Street", form.street],
    ["City", form.city],
    ["State", form.state],
    ["Phone", form.phone],
    ["Full name", director!.name],
    ["Email", director!.email],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(text!);
  await press(page, "Save and submit");
  await page.getByText("3 items are missing").waitFor();
  for (const [kind, name, buffer, mimeType] of [
    ["Certificate of registration", "CAC certificate.pdf", pdfFile(), "application/pdf"],
    ["Proof of address", "Bill.png", pngFile(), "image/png"],
    ["Identity document", "Passport.png", pngFile(), "image/png"],
  ] as const) {
    const chooser = page.waitForEvent("filechooser");
    await press(page, `Add a file: ${kind}`);
    await (await chooser).setFiles({ name, mimeType, buffer });
    await page.getByRole("link", { name }).waitFor();
  }
  await press(page, "Save and submit");
  await page.getByText("We’re reviewing your business").waitFor();
}

export async function approve(page: Page, business: string): Promise<void> {
  await page.getByRole("link", { name: business }).click();
  await page.getByText(form.registeredName!).waitFor();
  await page.getByRole("button", { name: "Identity document" }).click();
  await page.waitForFunction(
    () =>
      (document.querySelector(".verification-viewer img") as HTMLImageElement | null)?.naturalWidth === 64,
  );
  await checkScreen(page);
  await press(page, "Approve");
  await pressInDialog(page, "Approve");
  await page.getByText("In review → Approved").waitFor();
}

export async function revokeKey(page: Page, secret: string): Promise<void> {
  await goTo(page, "API keys");
  await press(page, `Revoke: sk_test_…${secret.slice(-4)}`);
  await checkScreen(page);
  await press(page, "Revoke key");
  await page.getByText("Revoked", { exact: true }).waitFor();
  await checkScreen(page);
}
