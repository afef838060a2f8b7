import { randomBytes } from "node:crypto";
import { describe, expect } from "vitest";
import { startCheckoutSession } from "../../sql/checkout/checkout.ts";
import { updatePaymentLink } from "../../sql/payment-links/payment-links.ts";
import { leastOf } from "../../workers/gateways/manifest/live-gateways.ts";
import { createLiveMember, createMember } from "../helpers/create-member.ts";
import { createLink, eventTypes, ledgerDrift, payIn } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { bearer, beginSession, naira, newToken, payer, virtualAccountOf } from "./checkout-records.ts";
import { startTestIngress } from "../helpers/platform/start-test-ingress.ts";

describe("a payer's session", () => {
  test("provisions an account, is paid in test mode, and returns the reference for the merchant's page", async ({
    fileDatabase: database,
    fileIngress: ingress,
    fileWorkers: _workers,
  }) => {
    const { tenant } = await createMember(database);
    const slug = await createLink(database, tenant, {
      successRedirectUrl: "https://shop.example/thanks?cart=7",
    });
    const token = newToken();
    const started = await ingress.call("POST", `/pay/${slug}/session`, { ...bearer(token), body: payer });
    expect(started.status).toBe(201);
    expect(started.data).toMatchObject({
      status: "awaiting_payment",
      reference: expect.stringMatching(/^col_/),
      amount: naira(5_000),
      amountReceived: naira(0),
      amountDue: naira(5_000),
      bankAccount: {
        bankName: expect.any(String),
        accountNumber: expect.stringMatching(/^\d{10}$/),
        accountName: expect.any(String),
      },
    });
    const minutes = (Date.parse(started.data.expiresAt) - Date.parse(started.data.now)) / 60_000;
    expect(Math.round(minutes)).toBe(30);
    expect(JSON.stringify(started.data)).not.toContain(payer.email);

    const paid = await ingress.call("POST", `/pay/${slug}/session/transfer`, bearer(token));
    expect([paid.status, paid.data]).toEqual([
      200,
      expect.objectContaining({
        status: "succeeded",
        amountReceived: naira(5_000),
        amountDue: naira(0),
        redirectUrl: `https://shop.example/thanks?cart=7&reference=${started.data.reference}`,
      }),
    ]);
    // Pressed again, or sent again: nothing more happens.
    expect((await ingress.call("POST", `/pay/${slug}/session/transfer`, bearer(token))).data).toMatchObject({
      status: "succeeded",
      amountReceived: naira(5_000),
    });
    expect(await eventTypes(database, tenant)).toEqual(["collection.success"]);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("requested many times with one token, also at once, is one session", async ({
    fileDatabase: database,
    fileIngress: ingress,
    fileWorkers: _workers,
  }) => {
    const { tenant } = await createMember(database);
    const slug = await createLink(database, tenant);
    const token = newToken();
    const ask = () => ingress.call("POST", `/pay/${slug}/session`, { ...bearer(token), body: payer });
    const responses = await Promise.all(Array.from({ length: 8 }, ask));
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(new Set(responses.map(({ data }) => data.reference)).size).toBe(1);
    const other = await ingress.call("POST", `/pay/${slug}/session`, { ...bearer(newToken()), body: payer });
    expect(other.data.reference).not.toBe(responses[0]!.data.reference);
  });

  test("is readable with its own token on its own link only", async ({
    fileDatabase: database,
    fileIngress: ingress,
    fileWorkers: _workers,
  }) => {
    const { tenant } = await createMember(database);
    const [slug, otherSlug] = [await createLink(database, tenant), await createLink(database, tenant)];
    const token = newToken();
    await ingress.call("POST", `/pay/${slug}/session`, { ...bearer(token), body: payer });

    for (const method of ["GET", "POST"] as const) {
      const path = method === "GET" ? "session" : "session/transfer";
      for (const [at, shown] of [
        [slug, newToken()],
        [otherSlug, token],
      ] as const) {
        expect(await ingress.call(method, `/pay/${at}/${path}`, bearer(shown))).toMatchObject({
          status: 404,
          error: { code: "NOT_FOUND" },
        });
      }
      expect(await ingress.call(method, `/pay/${slug}/${path}`)).toMatchObject({
        status: 401,
        error: { code: "AUTH_REQUIRED" },
      });
      expect((await ingress.call(method, `/pay/${slug}/${path}`, bearer("short"))).status).toBe(401);
    }
    // Another link's session cannot be started with it either.
    expect(
      (await ingress.call("POST", `/pay/${otherSlug}/session`, { ...bearer(token), body: payer })).status,
    ).toBe(404);
    expect((await fetch(`${ingress.url}/pay/${otherSlug}/session/events`, bearer(token))).status).toBe(404);
  });

  test("costs the link's amount, even if the payer sends another", async ({
    fileDatabase: database,
    fileIngress: ingress,
    fileWorkers: _workers,
  }) => {
    const { tenant } = await createMember(database);
    const slug = await createLink(database, tenant);
    const { data } = await ingress.call("POST", `/pay/${slug}/session?amount=100`, {
      ...bearer(newToken()),
      body: { ...payer, amount: 100, amountDue: 1 },
    });
    expect(data).toMatchObject({ amount: naira(5_000), amountDue: naira(5_000) });
  });

  test("of an open link costs the amount the payer enters, within its limits", async ({
    fileDatabase: database,
    fileIngress: ingress,
    fileWorkers: _workers,
  }) => {
    const { tenant } = await createMember(database);
    const slug = await createLink(database, tenant, {
      amountType: "open",
      amount: null,
      minAmount: 50_000n,
      maxAmount: 90_000n,
      linkType: "reusable",
    });
    const start = (body: object) =>
      ingress.call("POST", `/pay/${slug}/session`, { ...bearer(newToken()), body });
    expect(await start(payer)).toMatchObject({
      status: 422,
      error: { details: { amount: expect.any(String) } },
    });
    for (const amount of [49_999, 90_001, 0, -1, 500.5, "50000", 1e300]) {
      expect((await start({ ...payer, amount })).error).toMatchObject({
        code: "VALIDATION_ERROR",
        details: { amount: expect.any(String) },
      });
    }
    expect((await start({ ...payer, amount: 90_001 })).error.details).toEqual({
      amount: "must be at least 50000 and at most 90000, in kobo",
    });
    expect(await start({ amount: 50_000 })).toMatchObject({
      status: 422,
      error: { details: { email: "must be an email address" } },
    });
    expect(await start({ ...payer, amount: 50_000 })).toMatchObject({
      status: 201,
      data: { amount: naira(500) },
    });
  });

  test("of a live open link costs no less than the live gateways accept, whatever its limits", async ({
    fileDatabase: database,
    fileDatabaseUrl,
  }) => {
    const leastLive = leastOf(["paystack"]);
    await using ingress = await startTestIngress(fileDatabaseUrl, { leastLive });
    const open = { amountType: "open", amount: null } as const;
    const { tenant: live } = await createLiveMember(database);
    const { tenant } = await createMember(database);
    for (const minAmount of [null, 5_000n]) {
      const slug = await createLink(database, live, { ...open, minAmount });
      const body = { ...payer, amount: 9_999 };
      const refused = await ingress.call("POST", `/pay/${slug}/session`, { ...bearer(newToken()), body });
      expect([refused.status, refused.error?.details]).toEqual([
        422,
        { amount: "must be at least 10000, in kobo" },
      ]);
      const page = await (await fetch(`${ingress.url}/pay/${slug}`)).text();
      expect(page).toContain('"least":10000');
    }
    const outcomeOf = async (slug: string, amount: bigint) => {
      const session = { slug, tokenHash: randomBytes(32), ...payer, amount, networks: [] };
      return (await startCheckoutSession(database, { ...session, liveLeast: 10_000n })).outcome;
    };
    expect(await outcomeOf(await createLink(database, live, open), 10_000n)).toBe("started");
    expect(await outcomeOf(await createLink(database, tenant, open), 100n)).toBe("started");
  });

  test("starts on no link that is paid, disabled or unknown", async ({
    fileDatabase: database,
    fileIngress: ingress,
    fileWorkers: _workers,
  }) => {
    const { tenant } = await createMember(database);
    const slug = await createLink(database, tenant);
    const token = newToken();
    const start = (at: string, by: string) =>
      ingress.call("POST", `/pay/${at}/session`, { ...bearer(by), body: payer });
    await start(slug, token);
    await ingress.call("POST", `/pay/${slug}/session/transfer`, bearer(token));
    expect(await start(slug, newToken())).toMatchObject({ status: 409, error: { code: "STATE_CONFLICT" } });
    // The payer can always go on with the session that they have.
    expect(await start(slug, token)).toMatchObject({ status: 201, data: { status: "succeeded" } });
    expect((await start("0123456789abcdef", newToken())).status).toBe(404);
  });

  test("shows the payer nothing of the merchant's own; its collection has the link's metadata", async ({
    database,
    ingress,
    workers: _workers,
  }) => {
    const { tenant, key } = await createMember(database);
    const own = { merchantReference: "OWN-7", metadata: { secret: "SECRET-8" } };
    const slug = await createLink(database, tenant, own);
    const token = newToken();
    const started = await ingress.call("POST", `/pay/${slug}/session`, { ...bearer(token), body: payer });
    const pages = [
      await (await fetch(`${ingress.url}/pay/${slug}`)).text(),
      JSON.stringify(await ingress.call("GET", `/pay/${slug}/state`)),
      JSON.stringify(await ingress.call("GET", `/pay/${slug}/session`, bearer(token))),
      JSON.stringify(started),
    ];
    for (const page of pages) expect(page).not.toMatch(/OWN-7|SECRET-8|merchantReference|metadata/);
    const { data } = await ingress.call("GET", `/v1/collections?slug=${slug}`, { key });
    expect([data[0].metadata, data[0].merchantReference]).toEqual([own.metadata, undefined]);
  });

  test("of a live link cannot be paid by a simulated transfer", async ({ database, databaseUrl }) => {
    await using ingress = await startTestIngress(databaseUrl, { responseTimeoutMs: 200 });
    const { tenant } = await createLiveMember(database);
    const slug = await createLink(database, tenant);
    const token = newToken();
    // No worker runs: the question stays open, and the session is there.
    const started = await ingress.call("POST", `/pay/${slug}/session`, { ...bearer(token), body: payer });
    expect(started.status).toBe(500);
    const { data } = await ingress.call("GET", `/pay/${slug}/session`, bearer(token));
    expect(data).toMatchObject({ status: "starting", amountDue: naira(5_000) });
    expect((await ingress.call("POST", `/pay/${slug}/session/transfer`, bearer(token))).status).toBe(404);
  });

  test("is rate limited by IP address", async ({ database, databaseUrl, workers: _workers }) => {
    const limits = {
      all: 9,
      verifyAccount: 9,
      identityCheck: 9,
      failedAuthentication: 9,
      checkout: 4,
      checkoutSession: 2,
      signIn: 300,
    };
    await using ingress = await startTestIngress(databaseUrl, { limitsPerMinute: limits });
    const { tenant } = await createMember(database);
    const slug = await createLink(database, tenant);
    const start = () => ingress.call("POST", `/pay/${slug}/session`, { ...bearer(newToken()), body: payer });
    expect([(await start()).status, (await start()).status]).toEqual([201, 201]);
    const refused = await start();
    expect(refused).toMatchObject({ status: 429, error: { code: "RATE_LIMITED" } });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    const states = [];
    for (let n = 0; n < 5; n += 1) states.push((await fetch(`${ingress.url}/pay/${slug}/state`)).status);
    expect(states).toEqual([200, 200, 200, 200, 429]);
    const page = await fetch(`${ingress.url}/pay/${slug}`);
    expect([page.status, page.headers.get("content-type")]).toEqual([429, "text/html; charset=utf-8"]);
    expect(Number(page.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await page.text()).toContain("Try again");
  });

  test("with an unconfirmed payment is still waiting", async ({ database, ingress, workers: _workers }) => {
    const { tenant } = await createMember(database);
    const { session, read } = await beginSession(ingress, await createLink(database, tenant));
    const recipient = await virtualAccountOf(database, session.reference);
    await payIn(database, recipient, 500_000n, { confirmed: false });
    expect((await read()).data).toMatchObject({
      status: "awaiting_payment",
      amountReceived: naira(0),
    });
  });

  test("does not change when the merchant opens another collection on the account", async ({
    database,
    ingress,
    workers: _workers,
  }) => {
    const { tenant, key } = await createMember(database);
    const { read, sendTransfer } = await beginSession(ingress, await createLink(database, tenant));
    const { data: paid } = await sendTransfer();
    const virtualAccount = await virtualAccountOf(database, paid.reference);
    const other = { virtualAccount, amount: naira(7_777) };
    expect((await ingress.call("POST", "/v1/collections", { key, body: other })).status).toBe(201);

    const same = { ...paid, now: expect.any(String) };
    expect((await read()).data).toEqual(same);
    expect((await sendTransfer()).data).toEqual(same);
    expect(await eventTypes(database, tenant)).toEqual(["collection.success"]);
  });

  test("that expired stays expired when its link is disabled later", async ({
    fileDatabase: database,
    fileIngress: ingress,
    fileWorkers: _workers,
  }) => {
    const { tenant, key } = await createMember(database);
    const slug = await createLink(database, tenant);
    const { read } = await beginSession(ingress, slug);
    await ingress.call("POST", "/v1/sandbox/clock/advance", { key, body: { minutes: 31 } });
    await updatePaymentLink(database, { tenant, slug, change: { status: "disabled" } });
    expect((await read()).data.status).toBe("expired");
  });

  test("is paid once by simultaneous simulated transfers, and each request says so", async ({
    fileDatabase: database,
    fileIngress: ingress,
    fileWorkers: _workers,
  }) => {
    const { tenant } = await createMember(database);
    const { sendTransfer } = await beginSession(ingress, await createLink(database, tenant));
    const responses = await Promise.all(Array.from({ length: 6 }, sendTransfer));
    expect(responses.map(({ data }) => [data.status, data.amountReceived.value])).toEqual(
      Array.from({ length: 6 }, () => ["succeeded", 500_000]),
    );
    expect(await ledgerDrift(database)).toEqual([]);
  });
});
