import { describe, expect } from "vitest";
import { z } from "zod";
import { leastOf } from "../../workers/gateways/manifest/live-gateways.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { outcomeOf, type Call } from "../helpers/call.ts";
import { startTestIngress } from "../helpers/platform/start-test-ingress.ts";
import { createLiveMember, createMember } from "../helpers/create-member.ts";
import { test } from "../helpers/test.ts";

const naira = (value: number) => ({ value, currency: "NGN" });
const fixed = { title: "Term one fees", amount: naira(250_000) };
const create = (call: Call, key: string, body: unknown) => call("POST", "/v1/payment-links", { key, body });
const patch = (call: Call, key: string, slug: string, body: unknown) =>
  call("PATCH", `/v1/payment-links/${slug}`, { key, body });
const fieldsOf = ({ error }: Awaited<ReturnType<Call>>) => Object.keys(error?.details ?? {}).sort();

describe("POST /v1/payment-links", () => {
  test("refuses live amounts that no live gateway takes, as the other ways to ask for money do", async ({
    fileDatabaseUrl,
    fileDatabase,
  }) => {
    const leastLive = leastOf(["paystack"]);
    await using ingress = await startTestIngress(fileDatabaseUrl, { leastLive });
    const { call } = ingress;
    const { key } = await createLiveMember(fileDatabase);
    const { key: testKey } = await createMember(fileDatabase);
    const open = { title: "Gifts", amountType: "open" };
    const paths = ["/v1/payment-links", "/v1/virtual-accounts", "/v1/collections"] as const;
    const virtualAccount = "va_01m807cdkjqery2b6fkwya0yss";
    for (const [path, body, field] of [
      [paths[0], { ...fixed, amount: naira(9_999) }, "amount.value"],
      [paths[0], { ...open, minAmount: naira(9_999) }, "minAmount.value"],
      [paths[0], { ...open, maxAmount: naira(9_999) }, "maxAmount.value"],
      [paths[1], { customerEmail: "ada@example.com", amount: naira(9_999) }, "amount.value"],
      [paths[2], { virtualAccount, amount: naira(9_999) }, "amount.value"],
      [paths[2], { virtualAccount, amount: 9_999, currency: "NGN" }, "amount"],
    ] as const) {
      const refused = await call("POST", path, { key, body });
      expect([path, refused.status, fieldsOf(refused)]).toEqual([path, 422, [field]]);
    }
    expect((await create(call, key, { ...fixed, amount: naira(10_000) })).status).toBe(201);
    expect((await create(call, testKey, { ...fixed, amount: naira(100) })).status).toBe(201);
  });

  test("creates a fixed one-time link by default, with a page of its own", async ({
    fileDatabaseUrl,
    fileDatabase,
  }) => {
    await using ingress = await startTestIngress(fileDatabaseUrl, { publicUrl: "https://pay.example.com" });
    const { call } = ingress;
    const { key } = await createMember(fileDatabase);
    const { status, data } = await create(call, key, fixed);
    expect(status).toBe(201);
    expect(data).toEqual({
      slug: expect.stringMatching(/^[A-Za-z0-9_-]{12,}$/),
      url: `https://pay.example.com/pay/${data.slug}`,
      status: "active",
      title: "Term one fees",
      amountType: "fixed",
      amount: naira(250_000),
      linkType: "one_time",
      environment: "test",
      createdAt: expect.any(String),
      updatedAt: data.createdAt,
    });
    expect((await call("GET", `/v1/payment-links/${data.slug}`, { key })).data).toEqual(data);
    expect((await call("GET", "/v1/payment-links", { key })).data).toEqual([data]);
  });

  test("stores every member given", async ({ fileIngress: { call }, fileDatabase }) => {
    const { key } = await createMember(fileDatabase);
    const body = {
      title: "Support us \u2014 thank you",
      amountType: "open",
      minAmount: naira(100),
      maxAmount: naira(100),
      linkType: "reusable",
      customer: { name: "Ada Obi", email: "ada@example.com" },
      successRedirectUrl: "https://shop.example.com/thanks?order=1#top",
    };
    const { status, data } = await create(call, key, body);
    expect([status, data]).toEqual([201, expect.objectContaining(body)]);
    expect(data.amount).toBeUndefined();

    const open = await create(call, key, { title: "Any amount", amountType: "open" });
    expect(open.status).toBe(201);
    for (const customer of [{}, { name: "Ada Obi" }, { email: "ada@example.com" }]) {
      const link = await create(call, key, { ...fixed, customer });
      expect(link.data.customer ?? {}).toEqual(customer);
    }
  });

  test("names what is wrong, and which members conflict", async ({ fileIngress: { call }, fileDatabase }) => {
    const { key } = await createMember(fileDatabase);
    const open = { title: "Any amount", amountType: "open" };
    for (const [body, fields] of [
      [{}, ["amount", "title"]],
      [{ amountType: "open" }, ["title"]],
      [{ amountType: "free" }, ["amountType", "title"]],
      [{ title: "", minAmount: naira(100) }, ["amount", "minAmount", "title"]],
      [{ title: "Fees", amount: null }, ["amount"]],
      [{ ...open, minAmount: null, maxAmount: naira(100) }, ["minAmount"]],
      [{ ...open, title: "", minAmount: naira(201), maxAmount: naira(200) }, ["maxAmount", "title"]],
      [{ title: "Fees" }, ["amount"]],
      [{ ...fixed, title: "" }, ["title"]],
      [{ ...fixed, title: "   " }, ["title"]],
      [{ ...fixed, title: "x".repeat(141) }, ["title"]],
      [{ ...fixed, title: "two\nlines" }, ["title"]],
      [{ ...fixed, title: 1 }, ["title"]],
      [{ ...fixed, amountType: "free" }, ["amountType"]],
      [{ ...fixed, linkType: "onetime" }, ["linkType"]],
      [{ ...fixed, amount: naira(99) }, ["amount.value"]],
      [{ ...fixed, amount: naira(1_000_000_000_001) }, ["amount.value"]],
      [{ ...fixed, amount: { value: 100, currency: "USD" } }, ["amount.currency"]],
      [{ ...fixed, amount: 100 }, ["amount"]],
      [{ ...fixed, minAmount: naira(100) }, ["minAmount"]],
      [{ ...fixed, minAmount: naira(100), maxAmount: naira(200) }, ["maxAmount", "minAmount"]],
      [{ ...open, amount: naira(100) }, ["amount"]],
      [{ ...open, minAmount: naira(201), maxAmount: naira(200) }, ["maxAmount"]],
      [{ ...open, minAmount: naira(0) }, ["minAmount.value"]],
      [{ ...fixed, customer: "ada@example.com" }, ["customer"]],
      [{ ...fixed, customer: { email: "ada" } }, ["customer.email"]],
      [{ ...fixed, customer: { name: "a\u0007b" } }, ["customer.name"]],
      [{ ...fixed, successRedirectUrl: 1 }, ["successRedirectUrl"]],
    ] as const) {
      const response = await create(call, key, body);
      expect([body, outcomeOf(response), fieldsOf(response)]).toEqual([
        body,
        "VALIDATION_ERROR",
        [...fields],
      ]);
    }
    expect((await create(call, key, { ...fixed, title: "x".repeat(140) })).status).toBe(201);
    expect((await create(call, key, { ...open, minAmount: naira(200), maxAmount: naira(200) })).status).toBe(
      201,
    );
    expect((await call("GET", "/v1/payment-links", { key })).data).toHaveLength(2);
  });

  test("a redirect that is not https is refused, when it is set and when it is changed", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { key } = await createMember(fileDatabase);
    const { slug } = (await create(call, key, fixed)).data;
    for (const bad of [
      "javascript:alert(1)",
      "JaVaScRiPt://example.com/%0aalert(1)",
      "data:text/html,<script>alert(1)</script>",
      "vbscript:x",
      "file:///etc/passwd",
      "ftp://example.com/",
      "http://example.com/",
      "http://localhost.evil.com/",
      "http://127.0.0.1.evil.com/",
      "http://localhost@evil.com/",
      "http://[::1]/",
      "http://192.168.0.1/",
      "//evil.com/",
      "///evil.com",
      "https:/evil.com",
      "https:evil.com",
      "https:///evil.com",
      "https://",
      "https://?a",
      "/thanks",
      "thanks",
      "",
      " https://example.com/",
      "https://example.com/ ",
      "https://exam ple.com/",
      "https://example.com\\@evil.com/",
      "https:\\\\evil.com",
      "https://example.com/\\evil",
      "https://user@example.com/",
      "https://user:pass@example.com/",
      "https://@example.com/",
      "https://example.com/a\r\nSet-Cookie: x=y",
      "https://example.com/\ttab",
      "java\nscript:alert(1)",
      "https://example.com/\u0000",
      "https://example.com/\u0085",
      "https://example.com:99999/",
      "https://exa%00mple.com/",
      `https://example.com/${"a".repeat(2029)}`,
      `https://example.com/${"\u00e9".repeat(1000)}`,
      null,
      {},
      ["https://example.com/"],
    ]) {
      const response = await create(call, key, { ...fixed, successRedirectUrl: bad });
      expect([bad, outcomeOf(response), fieldsOf(response)]).toEqual([
        bad,
        "VALIDATION_ERROR",
        ["successRedirectUrl"],
      ]);
      expect(response.error.details!["successRedirectUrl"]).toMatch(
        /https URL.*http:\/\/localhost is allowed with test keys|NUL/,
      );
      if (bad === null) continue; // removes the one there is
      const changed = await patch(call, key, slug, { successRedirectUrl: bad });
      expect([bad, outcomeOf(changed), fieldsOf(changed)]).toEqual([
        bad,
        "VALIDATION_ERROR",
        ["successRedirectUrl"],
      ]);
    }
    const shown = await call("GET", `/v1/payment-links/${slug}`, { key });
    expect(shown.data.successRedirectUrl).toBeUndefined();
  });

  test("a redirect has no reference of its own: the payment's is appended", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { key } = await createMember(fileDatabase);
    for (const query of ["?reference=1", "?a=1&reference", "?%72eference=x", "?a&reference=col_1#end"]) {
      const url = `https://example.com/thanks${query}`;
      const { error } = await create(call, key, { ...fixed, successRedirectUrl: url });
      expect([query, error?.details]).toEqual([
        query,
        { successRedirectUrl: expect.stringContaining("must not have a parameter named reference") },
      ]);
    }
    for (const query of ["?references=1", "?a=reference", "?Reference=1", "#reference=1"])
      expect(
        (await create(call, key, { ...fixed, successRedirectUrl: `https://example.com/${query}` })).status,
      ).toBe(201);
  });

  test("a redirect is stored normalized; http is allowed to the local machine only", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { key } = await createMember(fileDatabase);
    const live = await createLiveMember(fileDatabase);
    for (const [given, stored] of [
      ["https://shop.example.com", "https://shop.example.com/"],
      ["HTTPS://Shop.Example.com:443/Thanks?a=b&c=@d#e", "https://shop.example.com/Thanks?a=b&c=@d#e"],
      ["https://shop.example.com/a/../b", "https://shop.example.com/b"],
      ["https://b\u00fccher.example/\u00e9", "https://xn--bcher-kva.example/%C3%A9"],
      ["https://example.com/<script>", "https://example.com/%3Cscript%3E"],
    ] as const) {
      for (const who of [key, live.key]) {
        const { data } = await create(call, who, { ...fixed, successRedirectUrl: given });
        expect([given, data?.successRedirectUrl]).toEqual([given, stored]);
      }
    }
    for (const local of ["http://localhost:3000/thanks", "http://127.0.0.1/", "http://LOCALHOST"]) {
      const body = { ...fixed, successRedirectUrl: local };
      expect((await create(call, key, body)).data.successRedirectUrl).toBe(new URL(local).href);
      expect(fieldsOf(await create(call, live.key, body))).toEqual(["successRedirectUrl"]);
    }
    const longest = `https://example.com/${"a".repeat(2028)}`;
    expect((await create(call, key, { ...fixed, successRedirectUrl: longest })).status).toBe(201);

    const { slug } = (await create(call, live.key, fixed)).data;
    const changed = await patch(call, live.key, slug, { successRedirectUrl: "http://localhost/" });
    expect(fieldsOf(changed)).toEqual(["successRedirectUrl"]);
  });
});

describe("PATCH /v1/payment-links/{slug}", () => {
  test("changes the members given and nothing else", async ({ fileIngress: { call }, fileDatabase }) => {
    const { key } = await createMember(fileDatabase);
    const { data: link } = await create(call, key, {
      ...fixed,
      successRedirectUrl: "https://shop.example.com/",
    });
    const { slug } = link;

    const renamed = await patch(call, key, slug, { title: "Term two fees" });
    expect(renamed).toMatchObject({
      status: 200,
      data: { ...link, title: "Term two fees", updatedAt: expect.any(String) },
    });
    expect(Date.parse(renamed.data.updatedAt)).toBeGreaterThanOrEqual(Date.parse(link.updatedAt));
    const disabled = await patch(call, key, slug, { status: "disabled", amount: naira(1), slug: "mine" });
    expect(disabled.data).toMatchObject({
      status: "disabled",
      amount: fixed.amount,
      slug,
      title: "Term two fees",
    });
    expect((await patch(call, key, slug, { status: "active" })).data.status).toBe("active");
    const { data } = await patch(call, key, slug, { successRedirectUrl: null });
    expect(data.successRedirectUrl).toBeUndefined();
    expect((await call("GET", `/v1/payment-links/${slug}`, { key })).data).toEqual(data);
  });

  test("refuses an empty or invalid body", async ({ fileIngress: { call }, fileDatabase }) => {
    const { key } = await createMember(fileDatabase);
    const { data: link } = await create(call, key, fixed);
    for (const [body, fields] of [
      [{}, ["body"]],
      [{ amount: naira(100) }, ["body"]],
      [{ title: null }, ["title"]],
      [{ title: "" }, ["title"]],
      [{ status: "paid" }, ["status"]],
      [{ status: null }, ["status"]],
      ["{", ["body"]],
    ] as const) {
      const response = await patch(call, key, link.slug, body);
      expect([body, outcomeOf(response), fieldsOf(response)]).toEqual([
        body,
        "VALIDATION_ERROR",
        [...fields],
      ]);
    }
    expect((await call("GET", `/v1/payment-links/${link.slug}`, { key })).data).toEqual(link);
  });

  test("a paid link stays paid, but its title may change", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { key } = await createMember(fileDatabase);
    const { slug } = (await create(call, key, fixed)).data;
    await fileDatabase.query(sql.type(z.object({}))`
      update payment_links set status = 'paid' where slug = ${slug}`);
    for (const status of ["active", "disabled"]) {
      const response = await patch(call, key, slug, { status, title: "Other" });
      expect(response).toMatchObject({ status: 409, error: { code: "STATE_CONFLICT" } });
    }
    const { data } = await patch(call, key, slug, { title: "Paid, thank you" });
    expect(data).toMatchObject({ status: "paid", title: "Paid, thank you" });
  });

  test("creating and changing need payment_links:write; reading needs payment_links:read", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const reader = await createMember(fileDatabase, { scopes: ["payment_links:read"] });
    const writer = await createMember(fileDatabase, { scopes: ["payment_links:write"] });
    const { slug } = (await create(call, writer.key, fixed)).data;
    expect(outcomeOf(await create(call, reader.key, {}))).toBe("SCOPE_INSUFFICIENT");
    expect(outcomeOf(await patch(call, reader.key, slug, {}))).toBe("SCOPE_INSUFFICIENT");
    expect(outcomeOf(await call("GET", `/v1/payment-links/${slug}`, { key: writer.key }))).toBe(
      "SCOPE_INSUFFICIENT",
    );
    expect(outcomeOf(await call("GET", "/v1/payment-links", { key: writer.key }))).toBe("SCOPE_INSUFFICIENT");
    expect(outcomeOf(await call("GET", "/v1/payment-links", { key: reader.key }))).toBe(200);
  });
});
