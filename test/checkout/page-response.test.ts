import { createHash } from "node:crypto";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect } from "vitest";
import { addOrigin } from "../../sql/checkout/origins.ts";
import { readBuiltFiles } from "../../ingress/checkout/read-built-files.ts";
import { createMember } from "../helpers/create-member.ts";
import { createLink } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";

const widgetFolder = fileURLToPath(new URL("../../widget/", import.meta.url));

describe("GET /pay/{slug}", () => {
  const policyOf = async (url: string, headers: Record<string, string> = {}) => {
    const response = await fetch(url, { headers });
    return {
      response,
      policy: response.headers.get("content-security-policy")!,
      text: await response.text(),
    };
  };

  test("may be embedded only by its own merchant's registered origins", async ({
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const [{ tenant }, other] = [await createMember(database), await createMember(database)];
    const slug = await createLink(database, tenant);
    const page = `${ingress.url}/pay/${slug}`;
    expect((await policyOf(page)).policy).toMatch(/frame-ancestors 'none'$/);
    await addOrigin(database, { merchantId: tenant.merchantId, origin: "https://shop.example", acting: {} });
    await addOrigin(database, { merchantId: tenant.merchantId, origin: "http://localhost:8080", acting: {} });
    await addOrigin(database, {
      merchantId: other.tenant.merchantId,
      origin: "https://other.example",
      acting: {},
    });
    for (const origin of ["http://localhost:8080", "https://shop.example"]) {
      const { policy } = await policyOf(`${page}?origin=${origin}`);
      expect(policy.endsWith(`frame-ancestors ${origin}`)).toBe(true);
    }
    const { policy, response } = await policyOf(`${page}?origin=https://other.example`);
    expect(policy).toMatch(/frame-ancestors 'none'$/);
    expect(policy).not.toContain("unsafe");
    expect(response.headers.get("x-frame-options")).toBeNull();
    expect((await policyOf(`${ingress.url}/pay/0123456789abcdef`)).policy).toMatch(/frame-ancestors 'none'$/);
  });

  test("names only the origin that asks among those that may embed it", async ({
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { tenant } = await createMember(database);
    await addOrigin(database, { merchantId: tenant.merchantId, origin: "https://shop.example", acting: {} });
    await addOrigin(database, {
      merchantId: tenant.merchantId,
      origin: "https://secret-launch.example",
      acting: {},
    });
    const page = `${ingress.url}/pay/${await createLink(database, tenant)}`;
    const ancestors = async (query: string, referer?: string) => {
      const { policy } = await policyOf(`${page}${query}`, referer === undefined ? {} : { referer });
      return /frame-ancestors (.*)$/.exec(policy)![1];
    };
    expect(await ancestors("?origin=https://shop.example")).toBe("https://shop.example");
    // The parameter wins over the Referer.
    expect(await ancestors("?origin=https://shop.example", "https://x.example/")).toBe(
      "https://shop.example",
    );
    for (const origin of ["https://x.example", "https://shop.example/", "*", "'self'", "", "null"])
      expect(await ancestors(`?origin=${origin}`, "https://shop.example/")).toBe("'none'");
    expect(await ancestors("?origin=https://shop.example&origin=https://shop.example")).toBe("'none'");

    expect(await ancestors("", "https://shop.example/cart?x=1")).toBe("https://shop.example");
    expect(await ancestors("", "https://x.example/")).toBe("'none'");
    // Opened by itself, from nowhere or from another page of ours, it names nobody.
    for (const referer of [undefined, "not a URL", `${ingress.url}/pay/x`])
      expect(await ancestors("", referer)).toBe("'none'");
  });

  test("contains the origin to post to only where that origin is registered", async ({
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { tenant } = await createMember(database);
    await addOrigin(database, { merchantId: tenant.merchantId, origin: "https://shop.example", acting: {} });
    const page = `${ingress.url}/pay/${await createLink(database, tenant)}`;
    const nonce = "0123456789abcdefABCDEF";
    const embedded = async (query: string) =>
      (await policyOf(`${page}?${query}`)).text.includes("parentOrigin");
    expect(await embedded(`origin=https://shop.example&nonce=${nonce}`)).toBe(true);
    for (const origin of [
      "https://evil.example",
      "https://shop.example.evil.example",
      "https://shop.example/",
      "null",
      "*",
      "",
    ])
      expect(await embedded(`origin=${encodeURIComponent(origin)}&nonce=${nonce}`)).toBe(false);
    expect(await embedded("origin=https://shop.example&nonce=%22%3E%3Cscript%3E")).toBe(false);
    expect(await embedded(`origin=https://shop.example&origin=https://shop.example&nonce=${nonce}`)).toBe(
      false,
    );
  });

  test("shows title, amount, merchant and state, but no email address", async ({
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { tenant } = await createMember(database);
    const slug = await createLink(database, tenant, {
      customer: { name: "Ngozi Secret", email: "secret@example.com" },
    });
    const { text, response } = await policyOf(`${ingress.url}/pay/${slug}`);
    expect(response.status).toBe(200);
    expect(text).toContain("Lamp");
    expect(text).not.toMatch(/secret/i);
    expect(response.headers.get("set-cookie")).toBeNull();
    expect((await policyOf(`${ingress.url}/pay/nothing-here-at-all`)).response.status).toBe(404);
  });
});

describe("the page's files", () => {
  test("are cacheable for ever under their own names, and not at all under those of another version", async ({
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { tenant } = await createMember(database);
    const page = await (await fetch(`${ingress.url}/pay/${await createLink(database, tenant)}`)).text();
    for (const kind of ["js", "css"]) {
      const path = new RegExp(`/checkout/[\\w-]+\\.${kind}`).exec(page)![0];
      const own = await fetch(`${ingress.url}${path}`);
      const other = await fetch(`${ingress.url}/checkout/main-AAAAAAAA.${kind}`);
      expect(own.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      expect([other.status, other.headers.get("cache-control")]).toEqual([200, "no-store"]);
      expect(await other.text()).toBe(await own.text());
    }
    expect((await fetch(`${ingress.url}/checkout/main-AAAAAAAA.map`)).status).toBe(404);
  });
});

describe("the widget's script", () => {
  test("is served at its major and its exact version, to pages of every origin, cacheable for seven days", async ({
    fileIngress: ingress,
  }) => {
    const { released, majors } = await readBuiltFiles();
    const newest = released.at(-1)!;
    const texts = { "0": majors.get("0"), [newest.version]: newest.text };
    for (const [version, text] of Object.entries(texts)) {
      const response = await fetch(`${ingress.url}/@service/js@${version}`);
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "content-type": "text/javascript; charset=utf-8",
        "cache-control": "public, max-age=604800",
        "access-control-allow-origin": "*",
        "cross-origin-resource-policy": "cross-origin",
      });
      expect(await response.text()).toBe(text);
    }
    for (const version of ["1", "0.1", "0.0.9", "latest"])
      expect((await fetch(`${ingress.url}/@service/js@${version}`)).status).toBe(404);
  });

  test("is served at each released version; a major version serves its newest", async () => {
    const folder = await mkdtemp(join(tmpdir(), "widget-"));
    try {
      await cp(widgetFolder, folder, { recursive: true });
      for (const version of ["0.0.9", "1.0.0", "0.0.10"])
        await writeFile(join(folder, `js/released/${version}.js`), `/* ${version} */`);
      await writeFile(join(folder, "js/package.json"), '{"version":"0.99.0"}');
      const { released, majors } = await readBuiltFiles(folder);
      const committed = (await readBuiltFiles()).released.map(({ version }) => version);
      expect(released.map(({ version }) => version)).toEqual(["0.0.9", "0.0.10", ...committed, "1.0.0"]);
      expect(released[0]).toEqual({
        version: "0.0.9",
        text: "/* 0.0.9 */",
        integrity: integrityOf("/* 0.0.9 */"),
      });
      const built = await readFile(join(folder, "js/dist/service.global.js"), "utf8");
      expect([...majors]).toEqual([
        ["0", built],
        ["1", "/* 1.0.0 */"],
      ]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test("has the bytes of its releases in the repository, and is built with no others under a released version", async () => {
    const bytes = await Promise.all(
      ["js/released/0.1.1.js", "js/package.json", "js/dist/service.global.js"].map((path) =>
        readFile(join(widgetFolder, path), "utf8"),
      ),
    );
    const [first, manifest, built] = bytes as [string, string, string];
    // Merchants may have pinned its bytes by their hash.
    expect(integrityOf(first)).toBe(
      "sha384-dJjDDcYvT+6P5PTWRbLqKGlXqPe9j+yoOnXG6AyoxCHSXvGwh3G8aV+yrD+XWAFD",
    );
    const { released } = await readBuiltFiles();
    const { version } = JSON.parse(manifest) as { version: string };
    expect(released.find((each) => each.version === version)?.text ?? built).toBe(built);
  });

  test.for(["docs/merchants/checkout.md", "widget/js/README.md"])(
    "%s shows the newest release pinned with its integrity first, and the major version after it",
    async (path) => {
      const text = await readFile(new URL(`../../${path}`, import.meta.url), "utf8");
      const { version, integrity } = (await readBuiltFiles()).released.at(-1)!;
      const [pinned, floating] = [...text.matchAll(/<script[^>]*\/@service\/js@[^>]*>/g)].map(([tag]) => tag);
      expect(pinned).toMatch(new RegExp(`/@service/js@${version.replaceAll(".", "[.]")}"`));
      expect(pinned).toContain(`integrity="${integrity}"`);
      expect(pinned).toContain('crossorigin="anonymous"');
      expect(floating).toMatch(/js@0"/);
    },
  );
});

const integrityOf = (text: string) => `sha384-${createHash("sha384").update(text).digest("base64")}`;
