import type { BrowserContext } from "playwright-core";
import { afterAll, beforeAll, describe, expect, vi } from "vitest";
import { updatePaymentLink } from "../../sql/payment-links/payment-links.ts";
import { startTestWorkers } from "../helpers/platform/start-test-workers.ts";
import { buildReactApp, type ReactApp } from "./build-react-app.ts";
import { pressEscapeInFrame } from "./press-escape-in-frame.ts";
import type { ScenarioProps } from "./react-app/scenario.tsx";
import { startShop, type Shop } from "./start-shop.ts";
import { createMerchant, type Merchant } from "../helpers/create-member.ts";
import { test as base } from "../helpers/test.ts";

/** However busy the machine is. */
const soon = { timeout: 15_000 };

declare global {
  interface Window {
    /** How many listeners to messages there are. */
    listeners: number;
  }
}

/** The platform that all tests of the file share. */
type Platform = { payOrigin: string; merchant: Merchant; disable: (slug: string) => Promise<void> };

const test = base.extend<{ platform: Platform }>({
  platform: [
    async ({ fileIngress, fileDatabase, fileDatabaseUrl }, use) => {
      await using _workers = await startTestWorkers(fileDatabaseUrl);
      const merchant = await createMerchant(fileDatabase);
      await use({
        payOrigin: fileIngress.url,
        merchant,
        disable: async (slug) => {
          await updatePaymentLink(fileDatabase, {
            tenant: merchant.tenant,
            slug,
            change: { status: "disabled" },
          });
        },
      });
    },
    { scope: "file" },
  ],
});

describe.each(["newest", 18] as const)("@service/react with React %s", (react) => {
  let app: ReactApp;
  let shop: Shop;
  beforeAll(async () => {
    app = await buildReactApp(react);
    shop = await startShop((path, request) => {
      if (path === "/app.js") return { body: app.script, contentType: "text/javascript" };
      const props = new URL(request.url!, "http://localhost").searchParams.get("render");
      const rendered = props === null ? "" : app.render(JSON.parse(props));
      return {
        body: `<!doctype html><title>Shop</title><link rel="icon" href="data:,"><div id="root">${rendered}</div>
          <script type="module" src="/app.js"></script>`,
      };
    });
  });
  afterAll(() => shop?.[Symbol.asyncDispose]());

  /** A page of the shop, with a fresh link that can be opened there, and what is watched on it. */
  async function visit(context: BrowserContext, { merchant, payOrigin }: Platform, rendered?: ScenarioProps) {
    await merchant.registerOrigins(shop.origin);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    let asked = 0;
    page.on("request", (request) => (asked += request.url().endsWith("/state") ? 1 : 0));
    await page.addInitScript(countListeners);
    const query = rendered === undefined ? "" : `?render=${encodeURIComponent(JSON.stringify(rendered))}`;
    await page.goto(`${shop.origin}/${query}`);
    return {
      page,
      complaints,
      asked: () => asked,
      /** Renders a scenario, and waits until it is there. */
      show: async (props: Omit<ScenarioProps, "payOrigin"> & { payOrigin?: string }) => {
        await page.evaluate((scenario) => window.show(scenario), { payOrigin, ...props });
        await page
          .locator(`#root > [title="${props.name} ${props.label ?? ""}"]`)
          .waitFor({ state: "attached" });
      },
      notes: () => page.evaluate(() => window.notes),
      modals: page.locator("dialog[open]"),
      /** Without the mouse, which may miss: the modal grows while its frame is being loaded. */
      close: () =>
        page.locator("dialog[open]").getByRole("button", { name: "Close" }).first().dispatchEvent("click"),
      /** What is there of the widget on the page: elements, also in shadow trees, and listeners. */
      remains: async () => ({
        elements: await page.locator("service-checkout, dialog, iframe").count(),
        listeners: await page.evaluate(() => window.listeners),
      }),
      /** Calls the hook's open, once there is one. */
      open: async (slug: string) => {
        await page.waitForFunction(() => window.checkout !== undefined);
        await page.evaluate((linkSlug) => window.checkout.open(linkSlug), slug);
      },
    };
  }

  const createLink = ({ merchant }: Platform) =>
    merchant.createLink({ customer: { email: "payer@example.com" } });

  test("the button opens the checkout; its payment and closing are each reported once", async ({
    context,
    platform,
  }) => {
    const { page, show, notes, close, modals, complaints, remains } = await visit(context, platform);
    expect(await page.evaluate(() => window.reactVersion)).toMatch(react === 18 ? /^18\./ : /^19\./);
    await show({ name: "button", slug: await createLink(platform) });
    expect(await page.getByRole("button").evaluate((button) => button.outerHTML)).toBe(
      '<button type="button" aria-haspopup="dialog" class="pay">Pay <b>now</b></button>',
    );
    await page.getByRole("button", { name: "Pay now" }).click();
    const checkout = page.frameLocator("dialog iframe");
    await checkout.getByRole("button", { name: "I've sent the transfer" }).dispatchEvent("click");
    await expect.poll(notes, soon).toEqual([expect.stringMatching(/^success col_/)]);
    await close();
    await expect.poll(() => modals.count(), soon).toBe(0);
    expect(await notes()).toEqual([expect.stringMatching(/^success col_/), "close"]);
    expect(await remains()).toEqual(nothing);
    expect(complaints).toEqual([]);
  });

  test("the button has what a button has: attributes, a ref, and an onClick that may keep it from opening", async ({
    context,
    platform,
  }) => {
    const { page, show, notes, close, modals, asked, complaints } = await visit(context, platform);
    const slug = await createLink(platform);
    await show({ name: "own_button", slug, label: "prevents" });
    const button = page.getByRole("button", { name: "Pay the order" });
    expect(await button.evaluate((element) => element.outerHTML)).toBe(
      '<button type="button" aria-haspopup="dialog" id="own" name="pay" title="Pay now" aria-label="Pay the order" ' +
        'data-order="7" style="color: red;">Pay</button>',
    );
    await button.click();
    expect(await notes()).toEqual(["ref button", "focus", "click"]);
    expect(asked()).toBe(0);
    await show({ name: "own_button", slug, label: "opens" });
    await button.click();
    await modals.locator("iframe").waitFor({ state: "attached" });
    await close();
    await expect.poll(notes, soon).toContain("opens close");
    expect((await notes()).filter((note) => note === "click")).toHaveLength(2);
    expect(complaints).toEqual([]);
  });

  test("strict mode, which mounts twice, opens once, closes once and leaves nothing behind", async ({
    context,
    platform,
  }) => {
    const { page, show, notes, close, modals, asked, remains, complaints } = await visit(context, platform);
    await show({ name: "opens_at_once", slug: await createLink(platform), strict: true });
    await modals.locator("iframe").waitFor({ state: "attached" });
    expect(await remains()).toEqual({ elements: 3, listeners: 1 });
    expect(asked()).toBe(1);
    expect(await page.locator("output").textContent()).toBe("open");
    await close();
    await expect.poll(() => page.locator("output").textContent(), soon).toBe("closed");
    expect(await notes()).toEqual(["mounted", "mounted", "close"]);
    expect(await remains()).toEqual(nothing);
    expect(complaints).toEqual([]);
  });

  test("unmounting a component closes its checkout, and calls onClose once", async ({
    context,
    platform,
  }) => {
    const { page, show, notes, modals, remains, complaints } = await visit(context, platform);
    for (const leave of [() => show({ name: "nothing" }), () => page.evaluate(() => window.unmount())]) {
      await page.evaluate(() => (window.notes = []));
      await show({ name: "button", slug: await createLink(platform), strict: true });
      await page.getByRole("button", { name: "Pay now" }).click();
      await modals.locator("iframe").waitFor({ state: "attached" });
      await leave();
      await expect.poll(notes, soon).toEqual(["close"]);
      expect(await remains()).toEqual(nothing);
    }
    expect(complaints).toEqual([]);
  });

  test("unmounting a component before its checkout has opened keeps it from opening", async ({
    context,
    platform,
  }) => {
    const { page, show, notes, remains } = await visit(context, platform);
    let response = () => {};
    const held = new Promise<void>((resolve) => (response = resolve));
    await page.route("**/state", async (route) => {
      await held;
      await route.continue();
    });
    await show({ name: "button", slug: await createLink(platform) });
    const responded = page.waitForResponse("**/state");
    await page.getByRole("button", { name: "Pay now" }).click();
    await show({ name: "nothing" });
    await expect.poll(notes, soon).toEqual(["close"]);
    response();
    await (await responded).finished();
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 150)));
    expect(await remains()).toEqual(nothing);
    expect(await notes()).toEqual(["close"]);
  });

  test("an order that is ready only after its component was unmounted opens nothing", async ({
    context,
    platform,
  }) => {
    const { show, open, notes, asked, remains } = await visit(context, platform);
    await show({ name: "hook", strict: true });
    await show({ name: "nothing", strict: true });
    const before = await notes();
    await open(await createLink(platform));
    expect([asked(), await remains(), await notes()]).toEqual([0, nothing, before]);
  });

  test("the callbacks are those of the latest render, and rendering again opens nothing", async ({
    context,
    platform,
  }) => {
    const { page, show, notes, close, modals, asked } = await visit(context, platform);
    const slug = await createLink(platform);
    await show({ name: "button", slug, label: "first" });
    await page.getByRole("button", { name: "Pay now" }).click();
    const frame = await modals.locator("iframe").elementHandle();
    await show({ name: "button", slug, label: "second" });
    expect(await frame!.evaluate((element) => element.isConnected)).toBe(true);
    await close();
    await expect.poll(notes, soon).toEqual(["second close"]);
    expect(asked()).toBe(1);
  });

  test("two buttons do not get each other's callbacks, and a disabled one does nothing", async ({
    context,
    platform,
  }) => {
    const { page, show, notes, close, modals } = await visit(context, platform);
    const [slug, otherSlug] = [await createLink(platform), await createLink(platform)];
    await show({ name: "two_buttons", slug, otherSlug });
    await page.getByRole("button", { name: "Third" }).click({ force: true });
    for (const name of ["First", "Second"]) {
      await page.getByRole("button", { name }).click();
      await modals.waitFor();
      await close();
      await modals.waitFor({ state: "detached" });
    }
    expect(await notes()).toEqual(["first close", "second close"]);
  });

  test("two buttons of one link open one checkout, and both work again after it", async ({
    context,
    platform,
  }) => {
    const { page, show, notes, close, modals } = await visit(context, platform);
    const slug = await createLink(platform);
    await show({ name: "two_buttons", slug, otherSlug: slug });
    await page.evaluate(() => {
      for (const button of document.querySelectorAll<HTMLElement>("#root button")) button.click();
    });
    await modals.waitFor();
    expect(await modals.count()).toBe(1);
    await close();
    await expect.poll(notes, soon).toEqual(["first close", "second close"]);
    await page.getByRole("button", { name: "Second" }).click();
    await modals.waitFor();
    await close();
    await expect.poll(notes, soon).toEqual(["first close", "second close", "second close"]);
  });

  test("a checkout opened by another copy of the widget is the hook's too, and does not block it afterwards", async ({
    context,
    platform,
  }) => {
    const { page, show, open, notes, close, modals } = await visit(context, platform);
    const slug = await createLink(platform);
    await page.addScriptTag({ url: `${platform.payOrigin}/@service/js@0` });
    await show({ name: "hook" });
    await page.waitForFunction(() => window.checkout !== undefined);
    await page.evaluate((linkSlug) => {
      window.notes = [];
      const onClose = () => window.notes.push("script close");
      window.Service().checkout({ slug: linkSlug, onClose });
      window.checkout.open(linkSlug);
    }, slug);
    await modals.waitFor();
    expect(await modals.count()).toBe(1);
    expect(await page.locator("output").textContent()).toBe("open");
    await close();
    const closed = ["isOpen true", "script close", "close", "isOpen false"];
    await expect.poll(notes, soon).toEqual(closed);
    await open(slug);
    await modals.waitFor();
    expect(await page.locator("output").textContent()).toBe("open");
    await close();
    await expect.poll(notes, soon).toEqual([...closed, "isOpen true", "close", "isOpen false"]);
  });

  test.for([false, true])(
    "a component that replaces another goes on with the same link: strict %s",
    async (strict, { context, platform }) => {
      const { page, show, notes, close, modals, asked, remains } = await visit(context, platform);
      const props = { name: "opens_at_once", slug: await createLink(platform), strict } as const;
      await show({ ...props, label: "first", componentKey: "1" });
      await modals.locator("iframe").waitFor({ state: "attached" });
      const first = await modals.locator("iframe").getAttribute("src");
      await show({ ...props, label: "second", componentKey: "2" });
      await expect.poll(() => page.locator("output").textContent(), soon).toBe("open");
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect(await modals.locator("iframe").getAttribute("src")).toBe(first);
      expect(await asked()).toBe(1);
      expect(await remains()).toEqual({ elements: 3, listeners: 1 });
      expect(await page.locator("output").textContent()).toBe("open");
      await close();
      await expect.poll(() => page.locator("output").textContent(), soon).toBe("closed");
      expect((await notes()).filter((note) => note !== "mounted")).toEqual(["first close", "second close"]);
    },
  );

  test("a double click opens one checkout", async ({ context, platform }) => {
    const { page, show, notes, close, modals, asked } = await visit(context, platform);
    await show({ name: "button", slug: await createLink(platform) });
    await page.getByRole("button", { name: "Pay now" }).dblclick();
    await modals.waitFor();
    expect([await modals.count(), asked()]).toEqual([1, 1]);
    await close();
    await expect.poll(notes, soon).toEqual(["close"]);
  });

  test("the hook says when it is open, opens one at a time, and its functions stay the same", async ({
    context,
    platform,
  }) => {
    const { page, show, open, notes, modals, asked } = await visit(context, platform);
    const [slug, otherSlug] = [await createLink(platform), await createLink(platform)];
    await show({ name: "hook" });
    await expect.poll(notes, soon).toEqual(["isOpen false", "functions are new"]);
    await page.evaluate(
      ([first, second]) => {
        window.notes = [];
        window.checkout.open(first!);
        window.checkout.open(first!);
        window.checkout.open(second!);
      },
      [slug, otherSlug],
    );
    await expect.poll(notes, soon).toEqual(["isOpen true"]);
    await modals.waitFor();
    expect([await modals.count(), asked()]).toEqual([1, 1]);
    pressEscapeInFrame(page);
    await expect.poll(notes, soon).toEqual(["isOpen true", "close", "isOpen false"]);

    await open(otherSlug);
    await modals.waitFor();
    await show({ name: "hook", label: "late" });
    await page.evaluate(() => {
      window.checkout.close();
      window.checkout.close();
    });
    const again = ["isOpen true", "late close", "isOpen false"];
    await expect.poll(notes, soon).toEqual(["isOpen true", "close", "isOpen false", ...again]);
    expect(await page.locator("output").textContent()).toBe("closed");
  });

  test("an unknown link is an error without a modal, and the next one opens", async ({
    context,
    platform,
  }) => {
    const { page, show, open, notes, modals, complaints } = await visit(context, platform);
    await show({ name: "button" });
    await page.getByRole("button", { name: "Pay now" }).click();
    await expect.poll(notes, soon).toContain("error LINK_UNAVAILABLE");

    await show({ name: "hook" });
    for (const slug of ["", "nobody-made-this"]) {
      await page.evaluate(() => (window.notes = []));
      await open(slug);
      await expect.poll(notes, soon).toContain("error LINK_UNAVAILABLE");
      await expect.poll(() => page.locator("output").textContent(), soon).toBe("closed");
      // A slow response has shown a modal for a moment, which closes then.
      await expect.poll(() => modals.count(), soon).toBe(0);
    }
    await open(await createLink(platform));
    await modals.waitFor();
    expect(complaints.filter((text) => !text.includes("404"))).toEqual([]);
  });

  test("a link that closes while it is open says so, and the next one opens", async ({
    context,
    platform,
  }) => {
    const { page, show, open, notes, modals, remains } = await visit(context, platform);
    const [slug, otherSlug] = [await platform.merchant.createLink(), await createLink(platform)];
    await show({ name: "hook" });
    await open(slug);
    const checkout = page.frameLocator("dialog iframe");
    await checkout.getByLabel("Email").fill("payer@example.com");
    await page.evaluate(() => (window.notes = []));
    await platform.disable(slug);
    await checkout.getByRole("button", { name: /^Pay/, disabled: false }).dispatchEvent("click");
    await expect.poll(notes, soon).toEqual(["error LINK_UNAVAILABLE", "isOpen false"]);
    expect(await modals.count()).toBe(1);
    await open(otherSlug);
    await expect
      .poll(notes, soon)
      .toEqual(["error LINK_UNAVAILABLE", "isOpen false", "close", "isOpen true"]);
    await page.locator(`iframe[src*="${otherSlug}"]`).waitFor();
    expect(await remains()).toEqual({ elements: 3, listeners: 1 });
  });

  test("an invalid payOrigin is refused at once, and can be corrected by the next render", async ({
    context,
    platform,
  }) => {
    const { page, show, open, notes, modals } = await visit(context, platform);
    const slug = await createLink(platform);
    await show({ name: "hook", payOrigin: "javascript:alert(1)" });
    await expect(open(slug)).rejects.toThrow("payOrigin");
    expect(await page.locator("output").textContent()).toBe("closed");
    expect(await notes()).toEqual(["isOpen false", "functions are new"]);
    await show({ name: "hook" });
    await open(slug);
    await modals.waitFor();
  });

  test.for(["button", "two_buttons", "hook"] as const)(
    "%s is rendered on a server, and hydrates without a complaint",
    async (name, { context, platform }) => {
      const slug = await createLink(platform);
      const props = { name, slug, payOrigin: platform.payOrigin, strict: true };
      using onServer = vi.spyOn(console, "error");
      const { page, open, complaints, modals } = await visit(context, platform, props);
      const html = await page.locator("#root").innerHTML();
      expect(onServer).not.toHaveBeenCalled();
      expect(html).toContain(name === "hook" ? "<output>closed</output>" : '<button type="button"');
      await page.evaluate((scenario) => window.hydrate(scenario), props);
      if (name === "hook") await open(slug);
      else await page.getByRole("button").first().click();
      await modals.waitFor();
      expect(complaints).toEqual([]);
    },
  );
});

const nothing = { elements: 0, listeners: 0 };

/** Runs in the page, before anything else does. */
function countListeners(): void {
  window.listeners = 0;
  const { addEventListener, removeEventListener } = window;
  window.addEventListener = (...args: Parameters<typeof addEventListener>) => {
    if (args[0] === "message") window.listeners += 1;
    addEventListener.apply(window, args);
  };
  window.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
    if (args[0] === "message") window.listeners -= 1;
    removeEventListener.apply(window, args);
  };
}
