import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gunzipSync, gzipSync } from "node:zlib";
import express from "express";
import { pino } from "pino";
import { describe, expect, test as base } from "vitest";
import { mountDocs } from "../../ingress/docs/mount-docs.ts";
import { createRefusalPace } from "../../ingress/http/limits/refusal-pace.ts";
import { respondWithProblem } from "../../ingress/http/middleware/respond-with-problem.ts";
import { limitTime } from "../../ingress/http/request-database.ts";
import { hashInlineScripts } from "../../scripts/build/hash-inline-scripts.ts";

type Served = { status: number; headers: Record<string, string | string[] | undefined>; body: string };

type Fixtures = {
  /** Where a build would be; nothing is in it yet. */
  folder: string;
  /** Asks the docs of that folder for a path, exactly as it is written. */
  get: (path: string, headers?: Record<string, string>, method?: string) => Promise<Served>;
};

const test = base.extend<Fixtures>({
  folder: async ({}, use) => {
    const parent = await mkdtemp(join(tmpdir(), "docs-"));
    await writeFile(join(parent, "secret.html"), "secret");
    await use(join(parent, "dist"));
    await rm(parent, { recursive: true });
  },
  get: async ({ folder }, use) => {
    const app = express();
    app.use(limitTime(8_000));
    mountDocs(app, (_request, _response, next) => next(), folder);
    app.use(respondWithProblem(pino({ enabled: false }), createRefusalPace()));
    const server = app.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    await use(async (path, headers = {}, method = "GET") => {
      const sent = request({ port, path, method, headers }).end();
      const [response] = await once(sent, "response");
      const bytes = await buffer(response);
      const isCompressed = response.headers["content-encoding"] === "gzip" && bytes.length > 0;
      const body = (isCompressed ? gunzipSync(bytes) : bytes).toString();
      return { status: response.statusCode, headers: response.headers, body };
    });
    server.closeAllConnections();
    server.close();
  },
});

const compressed = { "accept-encoding": "br, gzip" };

/** Puts a site of a few files where the build would. */
async function build(folder: string): Promise<void> {
  const files = {
    "index.html": "<h1>Home</h1>",
    "quickstart/index.html": "<h1>Quickstart</h1>",
    "404.html": "<h1>Page not found</h1>",
    "_astro/page.abc.js": "run()",
    "pagefind/index.pf_index": "words",
  };
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, "site", name);
    await mkdir(join(path, ".."), { recursive: true });
    await writeFile(path, text);
    if (!name.endsWith(".pf_index")) await writeFile(`${path}.gz`, gzipSync(text));
  }
  await writeFile(join(folder, "site/.hidden.html"), "secret");
  await writeFile(join(folder, "build.json"), JSON.stringify({ digest: "", inlineScripts: ["'sha256-A='"] }));
}

describe("GET /docs", () => {
  test("responds 503 with the command until the site is built, and then serves it without a restart", async ({
    folder,
    get,
  }) => {
    for (const path of ["/docs", "/docs/", "/docs/quickstart/"]) {
      const { status, headers, body } = await get(path);
      expect(status).toBe(503);
      expect(headers).toMatchObject({
        "content-type": "text/plain; charset=utf-8",
        "retry-after": "60",
        "cache-control": "no-store",
      });
      expect(body).toContain("npm run build");
    }
    await build(folder);
    expect(await get("/docs")).toMatchObject({ status: 200, body: "<h1>Home</h1>" });
    expect(await get("/docs/")).toMatchObject({ status: 200, body: "<h1>Home</h1>" });
    expect(await get("/docs/quickstart/")).toMatchObject({ status: 200, body: "<h1>Quickstart</h1>" });
    expect(await get("/docs/quickstart")).toMatchObject({
      status: 301,
      headers: { location: "/docs/quickstart/" },
    });
  });

  test("sends a policy that allows this service only, and the scripts that the build has listed", async ({
    folder,
    get,
  }) => {
    await build(folder);
    for (const path of ["/docs/", "/docs/nowhere/", "/docs/_astro/page.abc.js"]) {
      const { headers } = await get(path);
      expect(headers["content-security-policy"]).toBe(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' 'sha256-A='; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      );
    }
  });

  test("lets browsers keep files with a hash in their name for good, and ask about the others", async ({
    folder,
    get,
  }) => {
    await build(folder);
    for (const headers of [{}, compressed]) {
      const script = await get("/docs/_astro/page.abc.js", headers);
      expect(script.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
      const page = await get("/docs/", headers);
      expect(page.headers["cache-control"]).toBe("no-cache");
      const again = await get("/docs/", { ...headers, "if-none-match": String(page.headers["etag"]) });
      expect(again).toMatchObject({ status: 304, body: "" });
    }
  });

  test("compresses what is text for those who take that", async ({ folder, get }) => {
    await build(folder);
    for (const [path, type] of [
      ["/docs/", "text/html; charset=utf-8"],
      ["/docs/_astro/page.abc.js", "text/javascript; charset=utf-8"],
    ] as const) {
      const plain = await get(path);
      const small = await get(path, compressed);
      expect(plain.headers["content-encoding"]).toBeUndefined();
      expect(small.headers["content-encoding"]).toBe("gzip");
      expect(small.body).toBe(plain.body);
      for (const { headers } of [plain, small]) {
        expect(headers["content-type"]).toBe(type);
        expect(String(headers["vary"]).toLowerCase()).toContain("accept-encoding");
      }
    }
    const index = await get("/docs/pagefind/index.pf_index", compressed);
    expect(index).toMatchObject({ status: 200, body: "words" });
    expect(index.headers["content-encoding"]).toBeUndefined();
  });

  test("shows a page of its own for what is not there", async ({ folder, get }) => {
    await build(folder);
    for (const path of ["/docs/nowhere/", "/docs/nowhere.html", "/docs/_astro/gone.js", "/docs/%E0%A4%A"])
      for (const headers of [{}, compressed]) {
        const found = await get(path, headers);
        expect([path, found.status, found.body]).toEqual([path, 404, "<h1>Page not found</h1>"]);
        expect(found.headers["content-type"]).toBe("text/html; charset=utf-8");
      }
  });

  test("never leaves the site's folder, for any path", async ({ folder, get }) => {
    await build(folder);
    for (const path of [
      "/docs/../build.json",
      "/docs/../../secret.html",
      "/docs/..%2fbuild.json",
      "/docs/%2e%2e/build.json",
      "/docs/%2e%2e%2f%2e%2e%2fsecret.html",
      "/docs/quickstart/../../build.json",
      "/docs/..%5cbuild.json",
      "/docs/....//build.json",
      "/docs//../build.json",
      "/docs/index.html%00.js",
      "/docs/.hidden.html",
    ])
      for (const headers of [{}, compressed]) {
        const { status, body } = await get(path, headers);
        expect([path, status]).toEqual([path, 404]);
        expect(body).not.toContain("secret");
        expect(body).not.toContain("sha256");
      }
  });

  test("leads to no other site, for any path", async ({ folder, get }) => {
    await build(folder);
    for (const path of ["/docs//evil.example/..", "/docs//evil.example/%2e%2e", "/docs/%2f%2fevil.example"]) {
      const { headers } = await get(path);
      expect(headers["location"] ?? "/docs/").toMatch(/^\/docs\//);
    }
  });

  test("leads from doubled slashes to the page, whose links would else lead nowhere", async ({
    folder,
    get,
  }) => {
    await build(folder);
    const { status, headers } = await get("/docs//");
    expect([status, headers["location"]]).toEqual([301, "/docs/"]);
    expect((await get("/docs//guide//?from=//x")).headers["location"]).toBe("/docs/guide/?from=//x");
  });

  test("is read only", async ({ folder, get }) => {
    await build(folder);
    const head = await get("/docs/", compressed, "HEAD");
    expect(head).toMatchObject({ status: 200, body: "", headers: { "content-encoding": "gzip" } });
    for (const method of ["POST", "PUT", "DELETE", "PATCH"])
      expect(await get("/docs/", {}, method)).toMatchObject({
        status: 405,
        headers: { allow: "GET, HEAD, OPTIONS" },
      });
  });
});

describe("the inline scripts of pages", () => {
  test("are listed once each, by what is between their tags", async ({ folder }) => {
    await mkdir(folder);
    const page = join(folder, "a.html");
    await writeFile(
      page,
      `<script>a()</script><script type="module" src="/b.js"></script><script x>a()</script>`,
    );
    // printf 'a()' | openssl dgst -sha256 -binary | base64
    expect(await hashInlineScripts([page, page, join(folder, "c.css")])).toEqual([
      "'sha256-qVpDBgj7bpq5hMAcGp3AOc79J3Y1Z4HvySTwKrWDoy4='",
    ]);
  });
});
