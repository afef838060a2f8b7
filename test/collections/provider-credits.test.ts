import { request as httpRequest } from "node:http";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { describe, expect } from "vitest";
import { z } from "zod";
import { readConfig } from "../../ingress/config.ts";
import type { Database } from "../../sql/process/database.ts";
import { settleCredit } from "../../sql/collections/credits/credits.ts";
import { requestCryptoCollection, activateCryptoCollection } from "../../sql/collections/collections.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { createLiveMember, createMember } from "../helpers/create-member.ts";
import { balancesOf, createVirtualAccount, eventTypes, ledgerDrift, queuedJobs } from "../helpers/records.ts";
import { test as base } from "../helpers/test.ts";
import { testEncryptionKey } from "../helpers/encryption-key.ts";
import { outcomeOf, type ApiResponse } from "../helpers/call.ts";
import { signProviderBody } from "../helpers/outside/sign-provider-body.ts";
import { startTestIngress, type TestIngress } from "../helpers/platform/start-test-ingress.ts";

const secret = "a secret that both sides of the gateway know";
const path = "/v1/provider/credits";
const payerOf = (name: string, accountNumber: string) => ({ name, accountNumber });
const naira = (value: number) => ({ value, currency: "NGN" });
const now = () => Math.floor(Date.now() / 1000);

const sign = (body: string, time = now(), key = secret) => signProviderBody(key, body, time);

/** Tells the ingress of a payment, as the provider does. */
function notify({ call }: TestIngress, notification: unknown, signature?: string): Promise<ApiResponse> {
  const body = typeof notification === "string" ? notification : JSON.stringify(notification);
  return call("POST", path, { body, headers: { "x-provider-signature": signature ?? sign(body) } });
}

/** Books what was recorded, as workers do. */
async function settleAll(database: Database): Promise<void> {
  const ids = await database.anyFirst(sql.type(z.object({ id: z.bigint() }))`
    select id from credits where status = 'received' order by id`);
  for (const id of ids) await settleCredit(database, { creditId: id });
}

const creditsOf = (database: Database) =>
  database.any(sql.type(
    z.object({
      provider_reference: z.string(),
      amount: z.bigint(),
      status: z.string(),
      merchant_id: z.bigint().nullable(),
    }),
  )`
    select provider_reference, amount, status, merchant_id from credits
    where provider_reference not like 'funds of %' order by id`);

const test = base.extend<{ provider: TestIngress }>({
  /** An ingress with a live gateway. */
  provider: async ({ databaseUrl }, use) => {
    await using ingress = await startTestIngress(databaseUrl, { webhookSecrets: { http: [secret] } });
    await use(ingress);
  },
});

describe("POST /v1/provider/credits", () => {
  test("a transaction reported 1, 2 or 50 times, at once and out of order, is credited once", async ({
    provider,
    database,
  }) => {
    const { tenant, key } = await createLiveMember(database);
    const amounts = [1_000n, 2_000n, 3_000n];
    const accounts = await Promise.all(
      amounts.map((amount) => createVirtualAccount(database, tenant, amount)),
    );
    const notifications = accounts.flatMap(({ reference }, at) =>
      Array.from({ length: [1, 2, 50][at]! }, () => ({
        id: `provider-${at}`,
        recipient: reference,
        amount: naira(Number(amounts[at])),
        payer: { name: "BOLA ADE", bankName: "Access Bank", accountNumber: "0123456789" },
      })),
    );
    const shuffled = notifications
      .toSorted((a, b) => (sign(JSON.stringify(a), 1) < sign(JSON.stringify(b), 1) ? -1 : 1))
      .reverse();
    const responses = await Promise.all(shuffled.map((notification) => notify(provider, notification)));
    expect(responses.map(({ status }) => status)).toEqual(Array(53).fill(200));
    expect(responses.filter(({ data }) => data.recorded === true)).toHaveLength(3);
    expect((await queuedJobs(database)).filter(({ task }) => task === "settle_credit")).toHaveLength(3);

    await settleAll(database);
    expect((await notify(provider, notifications[0])).data).toEqual({ recorded: false });
    await settleAll(database);
    expect(await balancesOf(database, tenant)).toEqual({ available: 6_000, reserved: 0 });
    expect(await eventTypes(database, tenant)).toEqual(Array(3).fill("collection.success"));
    const { data } = await provider.call("GET", `/v1/collections/${accounts[2]!.collection.reference}`, {
      key,
    });
    expect(data).toMatchObject({ status: "succeeded", payer: { name: "BOLA ADE" }, environment: "live" });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("a time that the payer paid at is kept, and what is none is ignored", async ({
    provider,
    database,
  }) => {
    const { tenant } = await createLiveMember(database);
    const { reference: recipient } = await createVirtualAccount(database, tenant, 1_000n);
    const times = ["2026-03-02T10:30:00+01:00", "2026-03-02 10:30", 1_772_400_000, null, undefined];
    for (const [at, paidAt] of times.entries()) {
      const report = { id: `paid ${at}`, recipient, amount: naira(1_000), paidAt };
      expect((await notify(provider, report)).status).toBe(200);
    }
    const kept = await database.anyFirst(sql.type(z.object({ paid_at: z.date().nullable() }))`
      select paid_at from credits where recipient = ${recipient} order by id`);
    expect(kept).toEqual([new Date("2026-03-02T09:30:00Z"), null, null, null, null]);
  });

  test("two transactions of one amount are two credits", async ({ provider, database }) => {
    const { tenant } = await createLiveMember(database);
    const { reference: recipient } = await createVirtualAccount(database, tenant, 1_000n);
    const both = ["one", "two"].map((id) => notify(provider, { id, recipient, amount: naira(1_000) }));
    expect((await Promise.all(both)).map(({ data }) => data.recorded)).toEqual([true, true]);
    await settleAll(database);
    expect(await creditsOf(database)).toHaveLength(2);
    // One settles, the other waits in suspense: never merged, never lost.
    expect((await creditsOf(database)).map(({ status }) => status).toSorted()).toEqual([
      "settled",
      "suspended",
    ]);
    expect(await balancesOf(database, tenant)).toEqual({ available: 1_000, reserved: 0 });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("unconfirmed money is credited once it is confirmed, in any order of reports", async ({
    provider,
    database,
  }) => {
    const { tenant, key } = await createLiveMember(database);
    const request = { amount: 500n, chain: "polygon", token: "USDC", customerEmail: null } as const;
    const id = await requestCryptoCollection(database, { tenant, ...request });
    await activateCryptoCollection(database, {
      collectionId: id,
      address: "0x00000000000000000000000000000000000000aa",
    });
    const recipient = await database.oneFirst(sql.type(z.object({ reference: z.string() }))`
      select reference from collections where id = ${id}`);
    const seen = (confirmed: boolean) =>
      notify(provider, { id: "hash", recipient, amount: { value: 500, currency: "USD" }, confirmed });
    const status = async () =>
      (await provider.call("GET", `/v1/collections/${recipient}`, { key })).data.status;

    expect((await seen(false)).status).toBe(200);
    expect((await seen(false)).status).toBe(200);
    await settleAll(database);
    expect(await status()).toBe("confirming");
    expect((await seen(true)).data).toEqual({ recorded: true });
    await settleAll(database);
    expect(await status()).toBe("succeeded");
    for (const late of [false, true]) expect((await seen(late)).data).toEqual({ recorded: false });
    await settleAll(database);
    expect(await eventTypes(database, tenant)).toEqual(["collection.success"]);
    expect(await creditsOf(database)).toHaveLength(1);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("money for an unknown recipient, or a test account, goes to suspense", async ({
    provider,
    database,
  }) => {
    const { tenant } = await createMember(database);
    const { reference } = await createVirtualAccount(database, tenant, 1_000n);
    for (const [at, recipient] of [reference, "va_00000000000000000000000000", "somebody"].entries()) {
      const response = await notify(provider, { id: `lost ${at}`, recipient, amount: naira(1_000) });
      expect(response.data).toEqual({ recorded: true });
    }
    await settleAll(database);
    const credits = await creditsOf(database);
    expect(new Set(credits.map(({ status, merchant_id }) => `${status} ${merchant_id}`))).toEqual(
      new Set(["suspended null"]),
    );
    expect(credits).toHaveLength(3);
    expect(await balancesOf(database, tenant)).toEqual({ available: 0, reserved: 0 });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("is accepted only with a fresh signature over the exact bytes", async ({ provider, database }) => {
    const { tenant } = await createLiveMember(database);
    const { reference: recipient } = await createVirtualAccount(database, tenant, 1_000n);
    const body = JSON.stringify({ id: "signed", recipient, amount: naira(1_000) });
    const valid = sign(body);
    const hex = valid.slice(valid.indexOf("v1=") + 3);
    for (const signature of [
      "",
      "t=,v1=",
      `t=${now()}`,
      `v1=${hex}`,
      hex,
      `v1=${hex},t=${now()}`,
      `t=NaN,v1=${hex}`,
      `t=1e9,v1=${hex}`,
      `t=-1,v1=${hex}`,
      `t=${now()},v1=${hex.slice(0, -1)}`,
      `t=${now()},v1=${hex}0`,
      `t=${now()},v1=${hex.toUpperCase()}`,
      `t=${now()},v1=${"0".repeat(64)}`,
      `t=${now() - 1},v1=${hex}`,
      `${valid},v1=${hex}`,
      `${valid}, ${valid}`,
      sign(body, now() - 302),
      // Far enough, however slowly the ones before it are refused.
      sign(body, now() + 900),
      sign(body, now(), `${secret} `),
      sign(JSON.stringify(JSON.parse(body), null, 1)),
      sign(""),
    ]) {
      const response = await notify(provider, body, signature);
      expect([signature, response.status, outcomeOf(response)]).toEqual([signature, 401, "AUTH_INVALID"]);
    }
    expect(outcomeOf(await provider.call("POST", path, { body }))).toBe("AUTH_INVALID");
    // A key is no signature.
    const { key } = await createLiveMember(database);
    expect(outcomeOf(await provider.call("POST", path, { key, body }))).toBe("AUTH_INVALID");
    expect(await creditsOf(database)).toEqual([]);

    for (const time of [now() - 298, now() + 298])
      expect((await notify(provider, body, sign(body, time))).status).toBe(200);
    expect(await creditsOf(database)).toHaveLength(1);
    expect(provider.log()).not.toContain(secret);
  });

  test("is signed with a secret of its own, and with two while one replaces the other", async ({
    databaseUrl,
    database,
  }) => {
    const [fresh, old, gone, sent] = ["n", "o", "g", "s"].map((letter) => letter.repeat(32));
    const { webhookSecrets } = readConfig({
      DATABASE_URL: databaseUrl,
      SERVICE_ENCRYPTION_KEY: testEncryptionKey.toString("base64"),
      LIVE_GATEWAYS: "http",
      LIVE_GATEWAY_URL: "https://provider.example.com",
      PUBLIC_URL: "https://pay.example.com",
      // A captured request to the provider shows this one.
      LIVE_GATEWAY_SECRET: sent,
      LIVE_GATEWAY_WEBHOOK_SECRETS: `${fresh},${old}`,
    });
    await using ingress = await startTestIngress(databaseUrl, { webhookSecrets });
    const outcomes: unknown[] = [];
    for (const [at, key] of [fresh, old, gone, sent].entries()) {
      const body = JSON.stringify({ id: `signed ${at}`, recipient: "nobody", amount: naira(1_000) });
      outcomes.push(outcomeOf(await notify(ingress, body, sign(body, now(), key))));
    }
    expect(outcomes).toEqual([200, 200, "AUTH_INVALID", "AUTH_INVALID"]);
    expect(await creditsOf(database)).toHaveLength(2);
  });

  test("an unsigned request is refused before its body is read; a signed one names what is wrong", async ({
    provider,
    database,
  }) => {
    expect(outcomeOf(await notify(provider, "not json", "t=1,v1=x"))).toBe("AUTH_INVALID");
    const good = { id: "1", recipient: "va_1", amount: naira(1) };
    for (const [notification, fields] of [
      ["not json", ["body"]],
      ["[]", ["body"]],
      ["{}", ["amount", "id", "recipient"]],
      [{ ...good, id: "" }, ["id"]],
      [{ ...good, id: "x".repeat(201) }, ["id"]],
      [{ ...good, recipient: 1 }, ["recipient"]],
      [{ ...good, amount: naira(0) }, ["amount.value"]],
      [{ ...good, amount: naira(-1) }, ["amount.value"]],
      [{ ...good, amount: { value: 1, currency: "EUR" } }, ["amount.currency"]],
      [{ ...good, amount: { value: "1", currency: "NGN" } }, ["amount.value"]],
      [
        '{"id":"1","recipient":"va_1","amount":{"value":9007199254740993,"currency":"NGN"}}',
        ["amount.value"],
      ],
      [{ ...good, confirmed: "yes" }, ["confirmed"]],
      [{ ...good, id: "a\nb" }, ["id"]],
      ['{"id":"a\\ud800b","recipient":"va_1","amount":{"value":1,"currency":"NGN"}}', ["id"]],
      ['{"id":"1","recipient":"va_\\u0000","amount":{"value":1,"currency":"NGN"}}', ["recipient"]],
    ] as const) {
      const response = await notify(provider, notification);
      expect([notification, outcomeOf(response), Object.keys(response.error.details ?? {}).sort()]).toEqual([
        notification,
        "VALIDATION_ERROR",
        [...fields],
      ]);
    }
    expect(await creditsOf(database)).toEqual([]);
  });

  test("no credit is refused because of its payer's details: they are corrected or left out", async ({
    provider,
    database,
  }) => {
    const told: [string, object | null][] = [
      ["null", null],
      ['"ADA"', null],
      ["[]", null],
      ["1", null],
      ["1e400", null],
      ["{}", null],
      ['{"name": null}', null],
      ['{"name": ""}', null],
      ['{"name": " \\n ", "bankName": 9007199254740993}', null],
      ['{"name": "A\\nB"}', { name: "A B" }],
      ['{"name": "A\\u0000B\\u0085C"}', { name: "A B C" }],
      ['{"name": "A\\u202eB\\u2066C"}', { name: "A B C" }],
      ['{"name": "A\\ud800B"}', { name: "A B" }],
      ['{"name": " ADA ", "bankName": {}, "accountNumber": "0123456789"}', payerOf("ADA", "0123456789")],
      ['{"name": ["ADA"], "accountNumber": 123456789, "bankName": "Wema"}', { bankName: "Wema" }],
      [`{"name": "${"x".repeat(500)}"}`, { name: "x".repeat(200) }],
      [`{"name": "${"x".repeat(199)}\u{1f600}"}`, { name: "x".repeat(199) }],
      [`{"accountNumber": "${"1".repeat(65)}"}`, { accountNumber: "1".repeat(65) }],
      ['{"__proto__": {"name": "ADA"}, "title": "\\u0000"}', null],
    ];
    for (const [at, [payer]] of told.entries()) {
      const body = `{"id": "${at}", "recipient": "somebody", "amount": {"value": 1, "currency": "NGN"}, "payer": ${payer}, "note": "\\u0000"}`;
      expect([payer, outcomeOf(await notify(provider, body))]).toEqual([payer, 200]);
    }
    const kept = await database.any(sql.type(z.object({ payer: z.unknown() }))`
      select payer from credits order by id`);
    expect(kept.map(({ payer }) => payer)).toEqual(told.map(([, payer]) => payer));
    await settleAll(database);
    expect((await creditsOf(database)).map(({ status }) => status)).toEqual(told.map(() => "suspended"));
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("guesses are limited for each address; the provider's own requests pass", async ({
    databaseUrl,
    database,
  }) => {
    await using ingress = await startTestIngress(databaseUrl, {
      webhookSecrets: { http: [secret] },
      limitsPerMinute: {
        all: 6000,
        verifyAccount: 600,
        identityCheck: 600,
        failedAuthentication: 3,
        checkout: 3000,
        checkoutSession: 300,
        signIn: 300,
      },
    });
    const guess = async () => outcomeOf(await notify(ingress, "{}", sign("{}", now(), "guess")));
    expect([await guess(), await guess(), await guess(), await guess()]).toEqual([
      ...Array(3).fill("AUTH_INVALID"),
      "RATE_LIMITED",
    ]);
    expect((await notify(ingress, { id: "1", recipient: "nobody", amount: naira(1) })).status).toBe(200);
    expect(await creditsOf(database)).toHaveLength(1);
  });

  test("does not exist without a live gateway", async ({ fileIngress }) => {
    const body = { id: "1", recipient: "va_1", amount: naira(1) };
    const response = await notify(fileIngress, body);
    const unknown = await fileIngress.call("POST", "/v1/nothing", { body });
    expect([response.status, response.text]).toEqual([404, unknown.text]);
  });

  test("is refused without a live gateway before its body has come", async ({ fileIngress }) => {
    const headers = { "content-type": "application/json", "content-length": "100000" };
    const waiting = httpRequest(`${fileIngress.url}${path}`, { method: "POST", headers });
    waiting.flushHeaders();
    const [response] = (await once(waiting, "response")) as [IncomingMessage];
    waiting.destroy();
    expect(response.statusCode).toBe(404);
  });

  test("a body whose content type is not JSON is not read, and refused", async ({ provider }) => {
    const body = JSON.stringify({ id: "1", recipient: "va_1", amount: naira(1) });
    const request = httpRequest(`${provider.url}${path}`, {
      method: "POST",
      headers: { "content-type": "text/plain", "x-provider-signature": sign(body) },
    });
    request.end(body);
    const [response] = (await once(request, "response")) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(401);
  });
});
