import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { describe, expect } from "vitest";
import { routes } from "../../ingress/api-routes.ts";
import { checkoutRoutes } from "../../ingress/checkout/mount-checkout.ts";
import { dashboardRoutes } from "../../ingress/dashboard/dashboard-routes.ts";
import type { Route } from "../../ingress/http/route.ts";
import { createMember } from "../helpers/create-member.ts";
import { test } from "../helpers/test.ts";
import { wellFormedPath } from "./well-formed-path.ts";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "PROPFIND", "TRACE", "QUERY"];
const pages = [
  "/pay/unknown",
  "/pay/unknown/session/events",
  "/docs",
  "/docs/x",
  "/openapi.json",
  "/favicon.ico",
  "/dashboard",
  "/dashboard/test/payouts",
  "/dashboard/api/test/updates",
];
const files = ["/@service/js@0", "/checkout/x.js", "/checkout/x.css"];

/** Every path of the service, with the methods that it takes. */
const taken = new Map(
  [
    ...Map.groupBy(
      [...Object.values<Route>(routes), ...checkoutRoutes, ...dashboardRoutes],
      ({ path }) => path,
    ).values(),
  ].map((ofPath) => [wellFormedPath(ofPath[0]!), ofPath.map(({ method }) => method.toUpperCase())]),
);
for (const path of [...pages, ...files]) taken.set(path, ["GET"]);

const allowFor = (own: string[]) =>
  [...own.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : method)), "OPTIONS"].join(", ");

const forWidget = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "*, authorization",
};

describe("a known path", () => {
  test("refuses every other method with Allow, before it looks at a key", async ({
    fileIngress: { url },
  }) => {
    expect(taken.size).toBeGreaterThan(30);
    for (const [path, own] of taken) {
      for (const method of [...methods, "HEAD"].filter(
        (other) => !allowFor(own).split(", ").includes(other),
      )) {
        const { status, headers, text } = await send(url, method, path);
        expect([method, path, status, headers.allow]).toEqual([method, path, 405, allowFor(own)]);
        expect(headers["x-request-id"]).toBeTruthy();
        if (method === "HEAD") expect(text).toBe("");
        else expect(JSON.parse(text)).toMatchObject({ error: { code: "METHOD_NOT_ALLOWED" } });
      }
    }
  });

  test("tells its methods to OPTIONS, and lets no other origin send a key", async ({
    fileIngress: { url },
  }) => {
    for (const [path, own] of taken) {
      const { status, headers, text } = await send(url, "OPTIONS", path, {
        origin: "https://shop.example",
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization",
      });
      expect([path, status, headers.allow, text]).toEqual([path, 204, allowFor(own), ""]);
      const allowed = Object.entries(headers).filter(([name]) => name.startsWith("access-control"));
      // The widget's first request, to which scripts of shops add headers. It has no use for a key.
      expect([path, Object.fromEntries(allowed)]).toEqual([path, path.endsWith("/state") ? forWidget : {}]);
    }
  });

  test("responds to HEAD as to GET, without a body", async ({ fileIngress: { url }, fileDatabase }) => {
    const { key } = await createMember(fileDatabase);
    for (const [path, own] of taken) {
      if (!own.includes("GET")) continue;
      const got = await send(url, "GET", path, { authorization: `Bearer ${key}` });
      const head = await send(url, "HEAD", path, { authorization: `Bearer ${key}` });
      expect([path, head.status, head.text]).toEqual([path, got.status, ""]);
    }
  });

  test("that does not exist is a 404 for every method", async ({ fileIngress: { url } }) => {
    for (const path of ["/v1", "/v1/payoutz", "/v2/payouts", "/v1/payouts/a/b", "/pay", "/checkout/x.png"])
      for (const method of [...methods, "OPTIONS"])
        expect([method, path, (await send(url, method, path)).status]).toEqual([method, path, 404]);
    // It is the path that is wrong, not a reference in it.
    const says = (await send(url, "GET", "/v1/payoutz")).text;
    expect(says).toContain("No such path. See /openapi.json for all paths");
  });
});

/** Sends any method; fetch refuses some of them. */
async function send(url: string, method: string, path: string, headers: Record<string, string> = {}) {
  const request = httpRequest(`${url}${path}`, {
    method,
    headers: { ...headers, connection: "close" },
  }).end();
  const [response] = (await once(request, "response")) as [IncomingMessage];
  const chunks = await response.toArray();
  return { status: response.statusCode, headers: response.headers, text: Buffer.concat(chunks).toString() };
}
