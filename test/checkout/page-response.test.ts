import { createHash } from "node:crypto";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect } from "vitest";
import { addOrigin } from "../../sql/queries/origins.ts";
import { readBuiltFiles } from "../../ingress/checkout/read-built-files.ts";
import { createMember } from "../helpers/create-member.ts";
import { createLink } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";

const widgetFolder = fileURLToPath(new URL("../../widget/", import.meta.url));

describe("GET /pay/{slug}", () => {
  const policyOf = async (url: string) => {
    const response = await fetch(url);
    return {
      response,
      policy: response.headers.get("content-security-policy")!,
      text: await response.text(),
    };
  };

  test("may be embedded only by its own merchant's registered origins", async ({ database, ingress }) => {
    const [{ tenant }, other] = [await createMember(database), await createMember(database)];
    const slug = await createLink(database, tenant);
    const page = `${ingress.url}/pay/${slug}`;
    expect((await policyOf(page)).policy).toMatch(/frame-ancestors 'none'$/);
    await addOrigin(database, tenant.merchantId, "https://shop.example");
    await addOrigin(database, tenant.merchantId, "http://localhost:8080");
    await addOrigin(database, other.tenant.merchantId, "https://other.example");
    const { policy, response } = await policyOf(page);
    expect(policy).toMatch(/frame-ancestors http:\/\/localhost:8080 https:\/\/shop\.example$/);
    expect(policy).not.toContain("unsafe");
    expect(response.headers.get("x-frame-options")).toBeNull();
    expect((await policyOf(`${ingress.url}/pay/0123456789abcdef`)).policy).toMatch(/frame-ancestors 'none'$/);
  });

  test("contains the origin to post to only where that origin is registered", async ({
    database,
    ingress,
  }) => {
    const { tenant } = await createMember(database);
    await addOrigin(database, tenant.merchantId, "https://shop.example");
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

  test("shows title, amount, merchant and state, but no email address", async ({ database, ingress }) => {
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
    database,
    ingress,
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
    ingress,
  }) => {
    const [major, exact] = await Promise.all(
      ["0", "0.1.1"].map(async (version) => {
        const response = await fetch(`${ingress.url}/@service/js@${version}`);
        expect(response.status).toBe(200);
        expect(Object.fromEntries(response.headers)).toMatchObject({
          "content-type": "text/javascript; charset=utf-8",
          "cache-control": "public, max-age=604800",
          "access-control-allow-origin": "*",
          "cross-origin-resource-policy": "cross-origin",
        });
        return response.text();
      }),
    );
    expect(major).toBe(exact);
    for (const version of ["1", "0.1", "0.0.9", "latest"])
      expect((await fetch(`${ingress.url}/@service/js@${version}`)).status).toBe(404);
  });

  test("is served at each released version; a major version serves its newest release", async () => {
    const folder = await mkdtemp(join(tmpdir(), "widget-"));
    try {
      await cp(widgetFolder, folder, { recursive: true });
      await mkdir(join(folder, "js/released"));
      for (const version of ["0.0.9", "0.1.0", "0.1.1", "1.0.0"])
        await writeFile(join(folder, `js/released/${version}.js`), `/* ${version} */`);
      const { widgets } = await readBuiltFiles(folder);
      expect(widgets.map(({ version }) => version)).toEqual(["0.0.9", "0.1.0", "0.1.1", "1.0.0"]);
      expect(widgets[1]).toEqual({
        version: "0.1.0",
        text: "/* 0.1.0 */",
        integrity: `sha384-${createHash("sha384").update("/* 0.1.0 */").digest("base64")}`,
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
