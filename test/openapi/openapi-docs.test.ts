import { describe, expect } from "vitest";
import { routes } from "../../ingress/app.ts";
import { html } from "../../ingress/http/html.ts";
import { eventTypes } from "../../sql/webhooks/event-json.ts";
import { problemStatuses } from "../../ingress/http/problems.ts";
import { scopes } from "../../sql/queries/api-keys.ts";
import {
  SANDBOX_PHONE,
  sandboxAccounts,
  sandboxIdentities,
} from "../../workers/gateways/sandbox/outcomes.ts";
import { test } from "../helpers/test.ts";

async function pageOf({ url }: { url: string }): Promise<string> {
  return (await fetch(`${url}/docs`)).text();
}

describe("GET /docs", () => {
  test("is public, cacheable, and loads nothing but its own stylesheet", async ({ fileIngress }) => {
    const response = await fetch(`${fileIngress.url}/docs`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("content-security-policy")).toBe(
      "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(response.headers.get("x-request-id")).toBeTruthy();
    const page = await response.text();
    expect(page.match(/<(script|style|img|iframe|form|link)\b[^>]*>/g)).toEqual([
      '<link rel="stylesheet" href="/docs/docs.css" />',
    ]);
    expect(page.match(/\s(style|on\w+)="/g)).toBeNull();

    const stylesheet = await fetch(`${fileIngress.url}/docs/docs.css`);
    expect(stylesheet.headers.get("content-type")).toBe("text/css; charset=utf-8");
    expect((await stylesheet.text()).match(/url\(|@import/g)).toBeNull();
    for (const { url, headers } of [response, stylesheet]) {
      const again = await fetch(url, { headers: { "if-none-match": headers.get("etag")! } });
      expect(again.status).toBe(304);
    }
  });

  test("names every endpoint, code, scope and event, and has no broken links", async ({ fileIngress }) => {
    const page = await pageOf(fileIngress);
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id!);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const links = [...page.matchAll(/ href="#([^"]*)"/g)].map(([, id]) => id!);
    expect(links.filter((id) => !ids.includes(id))).toEqual([]);

    expect(Object.keys(routes).filter((name) => !links.includes(name))).toEqual([]);
    expect(Object.keys(problemStatuses).filter((code) => !ids.includes(code))).toEqual([]);
    for (const word of [...scopes, ...eventTypes])
      expect(page.includes(`<code>${word}</code>`), word).toBe(true);
  });

  test("lists every account and identifier with a special sandbox result", async ({ fileIngress }) => {
    const page = await pageOf(fileIngress);
    const special = [...Object.values(sandboxAccounts), ...Object.values(sandboxIdentities)];
    expect(special.filter((number) => !page.includes(`<td>${number}</td>`))).toEqual([]);
    expect(page).toContain(SANDBOX_PHONE);
  });

  test("values in its markup are escaped", () => {
    const name = `<script>alert("x")</script> & 'more'`;
    expect(html`<p title="${name}">${[name, html`<b>${1}</b>`, false, undefined]}</p>`.markup).toBe(
      '<p title="&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;more&#39;">' +
        "&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;more&#39;<b>1</b></p>",
    );
  });
});
