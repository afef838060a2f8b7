import { describe, expect } from "vitest";
import { addOrigin } from "../../sql/checkout/origins.ts";
import { updatePaymentLink } from "../../sql/payment-links/payment-links.ts";
import { createMember } from "../helpers/create-member.ts";
import { createLink } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";

describe("GET /pay/{slug}/state", () => {
  const ask = async (url: string, slug: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}/pay/${slug}/state`, { headers });
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("access-control-allow-credentials")).toBeNull();
    return { status: response.status, body: await response.json() };
  };

  test("tells any origin whether the link takes money, and nothing else", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const { tenant } = await createMember(fileDatabase);
    const slug = await createLink(fileDatabase, tenant);
    const { url } = fileIngress;
    expect(await ask(url, slug)).toEqual({ status: 200, body: { data: { status: "open" } } });
    await updatePaymentLink(fileDatabase, { tenant, slug, change: { status: "disabled" } });
    expect(await ask(url, slug)).toEqual({
      status: 200,
      body: { data: { status: "disabled", reason: "disabled" } },
    });
    const unknown = await ask(url, "0123456789abcdef", { origin: "https://any.example" });
    expect(unknown).toMatchObject({
      status: 404,
      body: { error: { code: "NOT_FOUND", details: { reason: "unknown" } } },
    });
    expect(await ask(url, "%22%3E%3Cscript%3E")).toEqual(unknown);
    expect(await ask(url, "..%2f..%2fx")).toEqual(unknown);
  });

  test("tells a page whether its own origin may embed the checkout, not which others may", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const [{ tenant }, other] = [await createMember(fileDatabase), await createMember(fileDatabase)];
    await addOrigin(fileDatabase, {
      merchantId: tenant.merchantId,
      origin: "https://shop.example",
      acting: {},
    });
    await addOrigin(fileDatabase, {
      merchantId: other.tenant.merchantId,
      origin: "https://other.example",
      acting: {},
    });
    const slug = await createLink(fileDatabase, tenant);
    const embeddable = async (origin: string) => {
      const { body } = await ask(fileIngress.url, slug, { origin });
      expect(body).toEqual({ data: { status: "open", embeddable: expect.any(Boolean) } });
      return (body as { data: { embeddable: boolean } }).data.embeddable;
    };
    expect(await embeddable("https://shop.example")).toBe(true);
    for (const origin of [
      "https://other.example",
      "https://shop.example:8443",
      "https://shop.example.evil.example",
      "http://shop.example",
      "null",
      "*",
      "",
      "\u00ff' or true --",
    ])
      expect(await embeddable(origin)).toBe(false);
  });

  test("lets scripts of shops add headers to each request, and takes none for its own", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const { tenant } = await createMember(fileDatabase);
    const slug = await createLink(fileDatabase, tenant);
    const preflight = await fetch(`${fileIngress.url}/pay/${slug}/state`, {
      method: "OPTIONS",
      headers: {
        origin: "https://shop.example",
        "access-control-request-method": "GET",
        "access-control-request-headers": "authorization,x-csrf-token",
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
    expect(preflight.headers.get("access-control-allow-headers")).toBe("*, authorization");
    const body = { data: { status: "open" } };
    expect(await ask(fileIngress.url, slug, { authorization: "Bearer of-the-shop" })).toEqual({
      status: 200,
      body,
    });
  });
});
