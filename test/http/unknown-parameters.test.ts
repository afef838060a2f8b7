import { describe, expect } from "vitest";
import { z } from "zod";
import { routes } from "../../ingress/api-routes.ts";
import type { Route } from "../../ingress/http/route.ts";
import { createMember, keysOf } from "../helpers/create-member.ts";
import { outcomeOf } from "../helpers/call.ts";
import { startTestIngress } from "../helpers/platform/start-test-ingress.ts";
import { signProviderBody } from "../helpers/outside/sign-provider-body.ts";
import { createLink, createVirtualAccount } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { wellFormedPath } from "./well-formed-path.ts";

const table = Object.values<Route>(routes);
const ofV1 = table.filter(({ path }) => path.startsWith("/v1/"));
const secret = "a secret that both sides of the gateway know";

describe("query parameters that an endpoint does not know", () => {
  test("are refused and named on every endpoint of /v1, with what it takes instead", async ({
    fileDatabaseUrl,
    fileDatabase,
  }) => {
    await using ingress = await startTestIngress(fileDatabaseUrl, {
      webhookSecrets: { http: [secret] },
    });
    const keyFor = await keysOf(fileDatabase, await createMember(fileDatabase));
    expect(ofV1.length).toBeGreaterThan(25);
    for (const route of ofV1) {
      const key = keyFor(route.path);
      const body = route.request.body && "{}";
      const headers = { "x-provider-signature": signProviderBody(secret, body ?? "") };
      const refusal = async (query: string) => {
        const path = `${wellFormedPath(route)}?${query}`;
        const response = await ingress.call(route.method.toUpperCase(), path, { key, body, headers });
        expect([path, outcomeOf(response)]).toEqual([path, "VALIDATION_ERROR"]);
        return response.error.details!;
      };
      const { shape } = route.request.query!;
      const known = Object.keys(shape).filter(
        (name) => z.globalRegistry.get(shape[name]!)?.["hidden"] !== true,
      );
      const says = `is not a query parameter of this endpoint, which takes ${known.join(", ") || "no query parameters"}`;
      for (const name of ["Status", "status[]", "constructor", "api.version"])
        expect([route.path, await refusal(`${name}=failed`)]).toEqual([
          route.path,
          expect.objectContaining({ [name]: says }),
        ]);
      expect(await refusal("nonsense=1&nonsense=2")).toMatchObject({ nonsense: says });
      // What could be anything is not repeated.
      for (const name of ["", "%F0%9F%92%B8", "a".repeat(65)])
        expect(await refusal(`${name}=1`)).toMatchObject({ query: says });
      if (!route.path.startsWith("/v1/banks")) await refusal("environment=test");
      else expect(known).toContain("environment");
    }
  });

  test("are named beside what else is wrong, up to ten of them", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { key } = await createMember(fileDatabase);
    const details = async (query: string) =>
      (await call("GET", `/v1/payouts?${query}`, { key })).error.details!;
    expect(Object.keys(await details("Status=failed&limit=0")).sort()).toEqual(["Status", "limit"]);
    const many = Array.from({ length: 900 }, (_, n) => `p${n}=1`).join("&");
    expect(Object.keys(await details(many))).toHaveLength(10);
    expect((await call("GET", "/v1/payouts?__proto__=1", { key })).text).toContain('"details":{"__proto__":');
  });

  test("are refused after the key and its rights, and before anything is done", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { tenant, key } = await createMember(fileDatabase, { scopes: ["virtual_accounts:write"] });
    const create = (query: string, sentKey?: string) =>
      call("POST", `/v1/virtual-accounts?${query}`, {
        key: sentKey,
        body: { customerEmail: "ada@example.com", amount: { value: 10_000, currency: "NGN" } },
      });
    expect(outcomeOf(await create("dryRun=true"))).toBe("AUTH_REQUIRED");
    expect(outcomeOf(await create("dryRun=true", key))).toBe("VALIDATION_ERROR");
    expect(outcomeOf(await call("GET", "/v1/payouts?Status=failed", { key }))).toBe("SCOPE_INSUFFICIENT");
    const { key: reading } = await createMember(fileDatabase);
    const { reference } = await createVirtualAccount(fileDatabase, tenant, 10_000n);
    // What does not exist for the caller is only looked for by a request that is valid.
    expect(outcomeOf(await call("GET", `/v1/virtual-accounts/${reference}`, { key: reading }))).toBe(
      "NOT_FOUND",
    );
    expect(outcomeOf(await call("GET", `/v1/virtual-accounts/${reference}?expand=1`, { key: reading }))).toBe(
      "VALIDATION_ERROR",
    );
  });

  test("`environment` is ignored on the banks endpoints, whatever it says", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { key } = await createMember(fileDatabase);
    for (const value of ["test", "live", "", "nonsense"]) {
      expect((await call("GET", `/v1/banks?environment=${value}`, { key })).status).toBe(200);
      const verify = await call("POST", `/v1/banks/verify-account?environment=${value}`, { key, body: {} });
      expect(Object.keys(verify.error.details!)).toEqual(["bankCode", "accountNumber"]);
    }
    for (const query of ["Environment=test", "environment=test&environment=live"])
      expect(outcomeOf(await call("GET", `/v1/banks?${query}`, { key }))).toBe("VALIDATION_ERROR");
  });

  test("are ignored outside /v1: by the checkout, the documentation and the widget's files", async ({
    fileIngress: { url },
    fileDatabase,
  }) => {
    const { tenant } = await createMember(fileDatabase);
    const slug = await createLink(fileDatabase, tenant);
    const paths = [
      `/pay/${slug}`,
      `/pay/${slug}/state`,
      "/@service/js@0",
      "/openapi.json",
      "/healthz",
      "/docs/",
    ];
    for (const path of paths) {
      const statusOf = async (query: string) => (await fetch(`${url}${path}${query}`)).status;
      expect([path, await statusOf("?utm_source=mail&Status=1&a=1&a=2")]).toEqual([path, await statusOf("")]);
    }
  });
});
