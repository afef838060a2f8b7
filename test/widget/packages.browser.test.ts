import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { buildJsPackage } from "../../scripts/build/build-widget.ts";
import { installPackedPackages, type InstalledPackages, type Packed } from "./pack-packages.ts";
import { startShop } from "./start-shop.ts";
import { createMerchant } from "../helpers/create-member.ts";
import { test } from "../helpers/test.ts";

let shop: InstalledPackages;
beforeAll(async () => {
  shop = await installPackedPackages(["widget/js", "widget/react"], ["react", "react-dom", "@types/react"]);
});
afterAll(() => shop?.[Symbol.asyncDispose]());

const names = ["@service/js", "@service/react"];
const packed = (name: string): Packed => shop.packages.find((one) => one.name === name)!;
const manifest = async (name: string) =>
  JSON.parse(await readFile(join(shop.folder, "node_modules", name, "package.json"), "utf8"));

describe("what is published", () => {
  const always = ["LICENSE", "README.md", "package.json"];
  const modules = ["dist/index.cjs", "dist/index.d.cts", "dist/index.d.ts", "dist/index.js"];
  test.each([
    ["@service/js", [...always, ...modules, "dist/service.global.js"]],
    ["@service/react", [...always, ...modules]],
  ])("%s has what it should, and nothing else", (name, files) => {
    expect(packed(name).files.toSorted()).toEqual(files.toSorted());
  });

  test.each(names)("publint finds nothing in %s", async (name) => {
    const { buffer, byteOffset, byteLength } = packed(name).tarball;
    const tarball = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
    const { messages } = await publint({ pkgDir: "package", pack: { tarball }, strict: true });
    expect(messages).toEqual([]);
  });

  test.each(names)("the types of %s work in every module system", async (name) => {
    const checked = await checkPackage(createPackageFromTarballData(packed(name).tarball));
    expect(checked.types).not.toBe(false);
    expect("problems" in checked && checked.problems).toEqual([]);
  });

  test("both are for Node 20 and newer; the first depends on nothing, the second on it and on React alone", async () => {
    const [js, react] = [await manifest("@service/js"), await manifest("@service/react")];
    expect([js.engines, react.engines]).toEqual([{ node: ">=20" }, { node: ">=20" }]);
    for (const kind of ["dependencies", "peerDependencies", "optionalDependencies"])
      expect(js[kind]).toBeUndefined();
    expect(react.dependencies).toEqual({ "@service/js": js.version });
    expect(react.peerDependencies).toEqual({ react: ">=18" });
    expect(js.scripts ?? react.scripts).toBeUndefined();
  });

  test.each([
    ["@service/js", []],
    ["@service/react", ["@service/js", "react", "react/jsx-runtime"]],
  ])("%s brings nothing of others along, and asks for what it names", async (name, needed) => {
    for (const file of ["index.js", "index.cjs"]) {
      const code = await readFile(join(shop.folder, "node_modules", name, "dist", file), "utf8");
      const specifiers = [...code.matchAll(/(?:\bfrom |\brequire\()"([^"]+)"/g)].map(
        ([, specifier]) => specifier,
      );
      expect(specifiers.toSorted()).toEqual(needed);
      expect(code).not.toContain("node_modules");
    }
  });

  test("server components leave @service/react to the browser", async () => {
    for (const file of ["index.js", "index.cjs"]) {
      const code = await readFile(join(shop.folder, "node_modules/@service/react/dist", file), "utf8");
      expect(code).toMatch(/^"use client";/);
    }
  });
});

describe("on a server, where there is no window", () => {
  const useBoth = `
    const { renderToString } = require("react-dom/server");
    const { createElement } = require("react");
    const service = Service({ payOrigin: "https://pay.example.com" });
    const button = createElement(ServiceCheckoutButton, { payOrigin: "https://pay.example.com", slug: "abc" });
    console.log(JSON.stringify([typeof service.checkout, renderToString(button)]));`;
  const html = '<button type="button" aria-haspopup="dialog">Pay</button>';

  async function run(file: string, code: string) {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [await shop.write(file, code)]);
    expect(stderr).toBe("");
    return stdout.trim().split("\n");
  }

  test("a CommonJS script requires both packages, and gets their CommonJS files", async () => {
    const printed = await run(
      "script.cjs",
      `const { Service } = require("@service/js");
      const { ServiceCheckoutButton } = require("@service/react");
      ${useBoth}
      console.log([require.resolve("@service/js"), require.resolve("@service/react")].join());`,
    );
    expect(JSON.parse(printed[0]!)).toEqual(["function", html]);
    expect(printed[1]).toMatch(/service\/js\/dist\/index\.cjs,.*service\/react\/dist\/index\.cjs$/);
  });

  test("a module imports both packages, and gets their modules", async () => {
    const printed = await run(
      "script.mjs",
      `import { createRequire } from "node:module";
      import { Service } from "@service/js";
      import { ServiceCheckoutButton } from "@service/react";
      const require = createRequire(import.meta.url);
      ${useBoth}
      console.log([import.meta.resolve("@service/js"), import.meta.resolve("@service/react")].join());`,
    );
    expect(JSON.parse(printed[0]!)).toEqual(["function", html]);
    expect(printed[1]).toMatch(/service\/js\/dist\/index\.js,.*service\/react\/dist\/index\.js$/);
  });
});

describe("in TypeScript", () => {
  const right = `
    import { Service, type CheckoutHandle } from "@service/js";
    import { ServiceCheckoutButton, useServiceCheckout, type ServiceCheckoutButtonProps } from "@service/react";

    const handle: CheckoutHandle = Service({ payOrigin: "https://pay.example.com" }).checkout({
      slug: "abc",
      onSuccess: ({ reference }) => reference.toUpperCase(),
      onClose: () => {},
      onError: ({ code, message }) => (code + message).length,
    });
    handle.close();
    const props: ServiceCheckoutButtonProps = { payOrigin: "https://pay.example.com", slug: "abc", onClose: undefined };
    export const button = <ServiceCheckoutButton {...props} className="pay">Pay</ServiceCheckoutButton>;
    export const plain = (
      <ServiceCheckoutButton slug="abc" type="submit" aria-label="Pay" style={{ color: "red" }} data-test="pay"
        ref={(element) => element?.focus()} onClick={(event) => event.preventDefault()} />
    );
    Service().checkout({ slug: "abc" });
    export function Shop() {
      const { open, close, isOpen } = useServiceCheckout({ payOrigin: "https://pay.example.com" });
      return <button onClick={isOpen ? close : () => open("abc")}>{String(isOpen)}</button>;
    }`;
  const wrong = `
    import { Service } from "@service/js";
    import { ServiceCheckoutButton, useServiceCheckout } from "@service/react";

    Service({ payOrigin: 1 });
    Service({ payOrigin: "https://pay.example.com" }).checkout({ onSuccess: () => {} });
    Service({ payOrigin: "https://pay.example.com" }).checkout({ slug: "abc", onSuccess: ({ amount }) => amount });
    export const button = <ServiceCheckoutButton disabled />;
    export const other = <ServiceCheckoutButton payOrigin="https://pay.example.com" slug={1} />;
    export const Shop = () => <>{useServiceCheckout({ payOrigin: "https://pay.example.com" }).open()}</>;`;

  const compiler = fileURLToPath(new URL("../../node_modules/typescript/bin/tsc", import.meta.url));
  const settings = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    jsx: "react-jsx",
    types: [],
  };

  /** The compiler's errors in one file of the shop, as "line: code". The file's folder decides its module system. */
  async function compile(
    folder: string,
    type: "module" | "commonjs",
    options: Record<string, string>,
    text: string,
  ) {
    await shop.write(`${folder}/package.json`, JSON.stringify({ type }));
    const compilerOptions = { ...settings, target: "es2020", lib: ["es2020", "dom"], ...options };
    const project = await shop.write(
      `${folder}/tsconfig.json`,
      JSON.stringify({ compilerOptions, files: ["app.tsx"] }),
    );
    await shop.write(`${folder}/app.tsx`, text.trim());
    const { stdout } = await promisify(execFile)(process.execPath, [compiler, "-p", project]).catch(
      (error: { stdout: string }) => error,
    );
    return [...stdout.matchAll(/\((\d+),\d+\): error (TS\d+)|^error (.*)$/gm)].map(
      ([, line, code, other]) => other ?? `${line}: ${code}`,
    );
  }

  test.each([
    ["a bundler", "module", { module: "esnext", moduleResolution: "bundler" }],
    ["Node's modules", "module", { module: "node16", moduleResolution: "node16" }],
    ["Node's CommonJS", "commonjs", { module: "node16", moduleResolution: "node16" }],
  ] as const)("%s finds the types, and they are those of the code", async (name, type, options) => {
    const folder = name.replace(/\W/g, "-");
    expect(await compile(folder, type, options, right)).toEqual([]);
    // Types that were not found would be any, and complain of nothing.
    expect(await compile(folder, type, options, wrong)).toEqual([
      expect.stringMatching("^4: "),
      expect.stringMatching("^5: "),
      expect.stringMatching("^6: "),
      expect.stringMatching("^7: "),
      expect.stringMatching("^8: "),
      expect.stringMatching("^9: "),
    ]);
  });
});

describe("in a browser", () => {
  const vite = fileURLToPath(new URL("../../node_modules/vite/bin/vite.js", import.meta.url));
  const openings = {
    "a module, straight from the package's folder": async (payOrigin: string, slug: string) => `
      <script type="module">
        import { Service } from "/node_modules/@service/js/dist/index.js";
        Service({ payOrigin: "${payOrigin}" }).checkout({ slug: "${slug}", onClose: () => document.title = "closed" });
      </script>`,
    "a package that was built for the service": async (payOrigin: string, slug: string) => {
      await buildJsPackage(join(shop.folder, "built-for"), payOrigin);
      return `
      <script type="module">
        import { Service } from "/built-for/index.js";
        Service().checkout({ slug: "${slug}", onClose: () => document.title = "closed" });
      </script>`;
    },
    "the script tag's file": async (payOrigin: string, slug: string) => `
      <script src="/node_modules/@service/js/dist/service.global.js"></script>
      <script>
        Service({ payOrigin: "${payOrigin}" }).checkout({ slug: "${slug}", onClose: () => document.title = "closed" });
      </script>`,
    "an app that Vite builds, with React": async (payOrigin: string, slug: string) => {
      await shop.write(
        "app/index.html",
        `<div id="root"></div><script type="module" src="/main.tsx"></script>`,
      );
      await shop.write(
        "app/main.tsx",
        `import { ServiceCheckoutButton } from "@service/react";
        import { createRoot } from "react-dom/client";
        createRoot(document.querySelector("#root")!).render(
          <ServiceCheckoutButton payOrigin="${payOrigin}" slug="${slug}" onClose={() => document.title = "closed"} />,
        );`,
      );
      await promisify(execFile)(process.execPath, [vite, "build", "--base", "/app/dist/"], {
        cwd: join(shop.folder, "app"),
        // As in a shop, and not as in these tests, for which React would be built otherwise.
        env: { ...process.env, NODE_ENV: "production" },
      });
      return readFileSync(join(shop.folder, "app/dist/index.html"), "utf8");
    },
  };

  test.for(Object.keys(openings) as (keyof typeof openings)[])(
    "the checkout opens from %s",
    async (way, { context, fileIngress: { url: payOrigin }, fileDatabase }) => {
      const merchant = await createMerchant(fileDatabase);
      const slug = await merchant.createLink();
      const html = await openings[way](payOrigin, slug);
      await using site = await startShop((path) =>
        path.endsWith(".js")
          ? { body: readFileSync(join(shop.folder, path), "utf8"), contentType: "text/javascript" }
          : { body: `<!doctype html><link rel="icon" href="data:,">${html}` },
      );
      await merchant.registerOrigins(site.origin);
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on("console", (message) => complaints.push(message.text()));
      page.on("pageerror", (error) => complaints.push(error.message));
      await page.goto(site.origin);
      if (way === "an app that Vite builds, with React")
        await page.getByRole("button", { name: "Pay" }).click();
      const modal = page.locator("dialog[open]");
      await modal.locator(`iframe[src^="${payOrigin}/pay/${slug}?"]`).waitFor({ state: "attached" });
      await modal.getByRole("button", { name: "Close" }).first().dispatchEvent("click");
      await expect.poll(() => page.title(), { timeout: 15_000 }).toBe("closed");
      expect(complaints).toEqual([]);
    },
  );
});
