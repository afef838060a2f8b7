import { describe, expect } from "vitest";
import { Webhook } from "standardwebhooks";
import { z } from "zod";
import { verify } from "../../sdk/node/webhooks-node.ts";
import type { Database } from "../../sql/process/database.ts";
import { completeHostCheck, type HostVerdict } from "../../sql/webhooks/endpoints/host-checks.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { findSigningSecrets } from "../../sql/webhooks/endpoints/webhook-endpoints.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { testEncryptionKeys } from "../helpers/encryption-key.ts";
import { eventually } from "../helpers/eventually.ts";
import { startDnsServer } from "./start-dns-server.ts";
import { startReceiver, type Received } from "../helpers/outside/start-receiver.ts";
import { startTestWorkers } from "../helpers/platform/start-test-workers.ts";
import type { Call } from "../helpers/call.ts";
import { startTestIngress } from "../helpers/platform/start-test-ingress.ts";
import { addKey, createLiveMember, createMember } from "../helpers/create-member.ts";
import { test } from "../helpers/test.ts";

const path = "/v1/webhook-endpoint";
const url = "https://93.184.215.14/webhooks?shop=1";

const put = (call: Call, key: string, body: unknown = { url }) => call("PUT", path, { key, body });
const rotate = (call: Call, key: string, overlapHours?: unknown) =>
  call("POST", `${path}/rotate-secret`, { key, body: { overlapHours } });

const row = z.object({
  url: z.string(),
  secret: z.instanceof(Buffer),
  previous_secret: z.instanceof(Buffer).nullable(),
});

function findRows(database: Database, { merchantId }: Tenant) {
  return database.any(sql.type(row)`
    select url, secret, previous_secret from webhook_endpoints where merchant_id = ${merchantId} order by environment`);
}

const secretsOf = (database: Database, tenant: Tenant) =>
  findSigningSecrets(database, testEncryptionKeys, tenant);

function disable(database: Database, { merchantId }: Tenant) {
  return database.query(sql.type(z.object({}))`
    update webhook_endpoints set disabled_at = now(), disabled_reason = 'the endpoint responded with 410 Gone'
    where merchant_id = ${merchantId}`);
}

describe("the webhook endpoint", () => {
  test("shows its secret once, when it is created; stores it encrypted, and never logs it", async ({
    fileIngress: ingress,
    fileDatabase: database,
  }) => {
    const { call } = ingress;
    const { tenant, key } = await createMember(database);
    expect(await call("GET", path, { key })).toMatchObject({ status: 404, error: { code: "NOT_FOUND" } });

    const made = await put(call, key);
    expect(made.status).toBe(200);
    const { secret, ...shown } = made.data;
    expect(shown).toEqual({
      url,
      status: "enabled",
      environment: "test",
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(secret).toMatch(/^whsec_[0-9A-Za-z+/]{43}=$/);
    expect(Buffer.from(secret.slice("whsec_".length), "base64")).toHaveLength(32);
    expect(await secretsOf(database, tenant)).toEqual({ secret, previousSecret: null });
    expect((await call("GET", path, { key })).data).toEqual(shown);

    const moved = await put(call, key, { url: "https://93.184.215.14/elsewhere" });
    expect(moved.data).toEqual({
      ...shown,
      url: "https://93.184.215.14/elsewhere",
      updatedAt: expect.any(String),
    });
    expect((await call("GET", path, { key })).data).toEqual(moved.data);
    const [stored] = await findRows(database, tenant);
    expect(stored!.url).toBe("https://93.184.215.14/elsewhere");
    for (const encoding of ["utf8", "latin1", "base64"] as const) {
      expect(stored!.secret.toString(encoding)).not.toContain(secret.slice("whsec_".length));
    }
    expect(await secretsOf(database, tenant)).toEqual({ secret, previousSecret: null });
    expect(ingress.log()).not.toContain("whsec_");
    expect(ingress.log()).not.toContain("93.184.215.14");
  });

  test("of several requests at once one creates it and gets its secret", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { tenant, key } = await createMember(fileDatabase);
    const responses = await Promise.all(Array.from({ length: 8 }, () => put(call, key)));
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const told = responses.flatMap(({ data }) => (data.secret === undefined ? [] : [data.secret]));
    expect(told).toHaveLength(1);
    expect(await secretsOf(fileDatabase, tenant)).toEqual({ secret: told[0], previousSecret: null });
  });

  test("a URL that webhooks are not sent to is refused, and nothing is set", async ({
    fileIngress: { call, url: own },
    fileDatabase,
  }) => {
    const { tenant, key } = await createMember(fileDatabase);
    const live = await createLiveMember(fileDatabase);
    const refused: unknown[] = [
      undefined,
      null,
      7,
      [url],
      "",
      "example.com/webhooks",
      "ftp://93.184.215.14/",
      "http:127.0.0.1",
      "http://127.0.0.1/",
      "http://2130706433/",
      "http://0x7f.1/",
      "http://[::1]/",
      "http://[::ffff:7f00:1]/",
      "http://169.254.169.254/latest/meta-data",
      "http://localhost/",
      "https://metadata.google.internal/",
      "https://user:pass@93.184.215.14/",
      "https://93.184.215.14:22/",
      "https://93.184.215.14/\\@127.0.0.1/",
      "https://93.184.215.14/ x",
      "https://93.184.215.14/\u202e",
      `https://93.184.215.14/${"x".repeat(2_048)}`,
      `${own}/v1/events`,
      "http://localhost:3000/",
    ];
    for (const bad of refused) {
      const response = await put(call, key, { url: bad });
      expect([bad, response.status, Object.keys(response.error?.details ?? {})]).toEqual([bad, 422, ["url"]]);
      if (typeof bad === "string" && bad.length > 8) expect(response.text).not.toContain(bad.slice(8));
    }
    for (const bad of ["not json", "[]", undefined]) {
      const response = await call("PUT", path, { key, body: bad });
      expect([bad, response.status, Object.keys(response.error.details!)]).toEqual([bad, 422, ["body"]]);
    }
    expect(await findRows(fileDatabase, tenant)).toEqual([]);

    // Unencrypted http is allowed with test keys only.
    expect((await put(call, key, { url: "http://93.184.215.14/" })).status).toBe(200);
    const inClear = await put(call, live.key, { url: "http://93.184.215.14/" });
    expect(inClear.error.details).toEqual({ url: "must begin with https:// for live webhooks" });
    expect(await findRows(fileDatabase, live.tenant)).toEqual([]);
  });

  test("keeps and uses the normal form of the URL", async ({ fileIngress: { call }, fileDatabase }) => {
    const { key } = await createMember(fileDatabase);
    const { data } = await put(call, key, { url: "HTTPS://93.184.215.14:443/a/../b?x=%7e" });
    expect(data.url).toBe("https://93.184.215.14/b?x=%7e");
  });

  test("our own address is refused", async ({ databaseUrl, database }) => {
    await using ingress = await startTestIngress(databaseUrl, { publicUrl: "https://93.184.215.14" });
    const { key } = await createMember(database);
    const response = await put(ingress.call, key, { url: "https://93.184.215.14/v1/provider/credits" });
    expect(response.error.details).toEqual({ url: "must not point back at this service" });
  });

  test("a name is resolved by a worker: refused with a private address, accepted with none yet", async ({
    fileIngress: { call },
    fileDatabase: database,
  }) => {
    const { tenant, key } = await createMember(database);
    const setTo = async (host: string, verdict: HostVerdict) => {
      const [response] = await Promise.all([
        put(call, key, { url: `https://${host}/webhooks` }),
        eventually(async () => {
          const id = await database.oneFirst(sql.type(z.object({ id: z.bigint() }))`
            select id from host_checks where status = 'pending' and host = ${host}`);
          await completeHostCheck(database, { checkId: id, status: verdict });
        }),
      ]);
      return response;
    };
    const refused = await setTo("inside.example.com", "refused");
    expect([refused.status, refused.error.details]).toEqual([
      422,
      { url: expect.stringContaining("addresses of the public internet") },
    ]);
    expect(await findRows(database, tenant)).toEqual([]);
    expect((await setTo("shop.example.com", "allowed")).data.url).toBe("https://shop.example.com/webhooks");
    expect((await setTo("soon.example.com", "unresolved")).data.url).toBe(
      "https://soon.example.com/webhooks",
    );
    expect((await setTo("inside.example.com", "refused")).status).toBe(422);
    expect(await findRows(database, tenant)).toMatchObject([{ url: "https://soon.example.com/webhooks" }]);
  });

  test("is not set where no worker responds", async ({ databaseUrl, database }) => {
    await using ingress = await startTestIngress(databaseUrl, { responseTimeoutMs: 50 });
    const { tenant, key } = await createMember(database);
    const response = await put(ingress.call, key, { url: "https://example.com/" });
    expect(response).toMatchObject({ status: 500, error: { code: "INTERNAL_ERROR" } });
    expect(await findRows(database, tenant)).toEqual([]);
  });

  test("real workers check all addresses of a name", async ({ databaseUrl, database }) => {
    await using dns = await startDnsServer((name, type) => {
      if (type === "AAAA" || name === "nobody.example.com") return "nxdomain";
      if (name === "mixed.example.com") return { A: ["93.184.215.14", "10.0.0.1"] };
      return name === "alias.example.com"
        ? { A: ["127.0.0.1"], aliases: ["inside.example.com"] }
        : { A: ["93.184.215.14"] };
    });
    await using _workers = await startTestWorkers(databaseUrl, {
      WEBHOOK_ALLOW_CIDRS: "",
      WEBHOOK_DNS_SERVERS: dns.address,
    });
    await using ingress = await startTestIngress(databaseUrl);
    const { key } = await createMember(database);
    const statusOf = async (host: string) =>
      (await put(ingress.call, key, { url: `https://${host}/webhooks` })).status;
    expect(await statusOf("mixed.example.com")).toBe(422);
    expect(await statusOf("Alias.Example.com")).toBe(422);
    expect(await statusOf("shop.example.com")).toBe(200);
    expect(await statusOf("nobody.example.com")).toBe(200);
  });

  test("belongs to one merchant and one environment", async ({ fileIngress: { call }, fileDatabase }) => {
    const owner = await createMember(fileDatabase);
    const stranger = await createMember(fileDatabase);
    const live = await addKey(fileDatabase, owner.tenant, { environment: "live" });
    const made = (await put(call, owner.key)).data;
    for (const key of [stranger.key, live.key]) {
      expect((await call("GET", path, { key })).status).toBe(404);
      expect((await rotate(call, key)).status).toBe(404);
      expect((await call("POST", `${path}/test`, { key })).error.code).toBe("STATE_CONFLICT");
    }

    const others = [
      { key: stranger.key, tenant: stranger.tenant },
      { key: live.key, tenant: { ...owner.tenant, environment: "live" as const } },
    ];
    for (const { key, tenant } of others) {
      const theirs = await put(call, key, { url: "https://93.184.215.14/theirs" });
      expect(theirs.data.environment).toBe(tenant.environment);
      expect(theirs.data.secret).not.toBe(made.secret);
      const { secret } = (await rotate(call, key, 1)).data;
      expect(await secretsOf(fileDatabase, tenant)).toEqual({ secret, previousSecret: theirs.data.secret });
    }
    // The owner's endpoint is unchanged.
    const { secret, ...shown } = made;
    expect((await call("GET", path, { key: owner.key })).data).toEqual(shown);
    expect(await secretsOf(fileDatabase, owner.tenant)).toEqual({ secret, previousSecret: null });
  });
});

describe("rotating the secret", () => {
  test("returns the new secret once, and until when the old one signs", async ({
    fileIngress: ingress,
    fileDatabase: database,
  }) => {
    const { call } = ingress;
    const { tenant, key } = await createMember(database);
    let { secret: last } = (await put(call, key)).data;
    for (const [overlapHours, hours] of [
      [undefined, 24],
      [1, 1],
      [24, 24],
      [72, 72],
      [0, 0],
    ] as const) {
      const { status, data } = await rotate(call, key, overlapHours);
      expect(status).toBe(200);
      expect(data.secret).toMatch(/^whsec_[0-9A-Za-z+/]{43}=$/);
      expect(await secretsOf(database, tenant)).toEqual({
        secret: data.secret,
        previousSecret: hours === 0 ? null : last,
      });
      const [stored] = await findRows(database, tenant);
      expect(stored!.previous_secret === null).toBe(hours === 0);
      const { secret, ...shown } = data;
      expect((await call("GET", path, { key })).data).toEqual(shown);
      if (hours === 0) expect(shown.previousSecretExpiresAt).toBeUndefined();
      else {
        const left = Date.parse(shown.previousSecretExpiresAt) - Date.now();
        expect(Math.abs(left - hours * 3_600_000)).toBeLessThan(60_000);
      }
      last = secret;
    }
    expect(ingress.log()).not.toContain("whsec_");
  });

  test("takes 0, 1, 24 and 72 hours and no others, and needs an endpoint", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { tenant, key } = await createMember(fileDatabase);
    expect(await rotate(call, key)).toMatchObject({ status: 404, error: { code: "NOT_FOUND" } });
    const { secret } = (await put(call, key)).data;
    for (const overlapHours of [-1, 2, 23.5, 73, "24", null, true, [], 1e9]) {
      const response = await rotate(call, key, overlapHours);
      expect([overlapHours, response.status, response.error?.details]).toEqual([
        overlapHours,
        422,
        { overlapHours: "must be 0, 1, 24 or 72" },
      ]);
    }
    expect(await secretsOf(fileDatabase, tenant)).toEqual({ secret, previousSecret: null });
  });

  test("both secrets verify until the overlap ends, then the new one alone; by our verifier and by Standard Webhooks", async ({
    databaseUrl,
    database,
    workers: _workers,
  }) => {
    await using receiver = await startReceiver();
    await using ingress = await startTestIngress(databaseUrl, { webhookAllowCidrs: ["127.0.0.0/8"] });
    const { call } = ingress;
    const { key } = await createMember(database);
    const { secret: first } = (await put(call, key, { url: receiver.url })).data;
    const unrelated = `whsec_${Buffer.alloc(32, 9).toString("base64")}`;

    let sent = 0;
    /** Which secrets verify the next event that arrives. */
    const verifiersOf = async (secrets: string[]) => {
      const { data } = await call("POST", `${path}/test`, { key });
      sent += 1;
      await eventually(() => expect(receiver.requests).toHaveLength(sent));
      const request = receiver.requests.at(-1)!;
      expect(request.headers["webhook-id"]).toBe(data.reference);
      const verdicts = secrets.map((secret) => [
        verifies(request, secret),
        verifiesStandard(request, secret),
      ]);
      for (const [ours, standard] of verdicts) expect(ours).toBe(standard);
      return secrets.filter((_, at) => verdicts[at]![0]);
    };
    expect(await verifiersOf([first, unrelated])).toEqual([first]);

    const { secret: second } = (await rotate(call, key, 1)).data;
    expect(await verifiersOf([first, second, unrelated])).toEqual([first, second]);
    await call("POST", "/v1/sandbox/clock/advance", { key, body: { minutes: 59 } });
    expect(await verifiersOf([first, second])).toEqual([first, second]);
    await call("POST", "/v1/sandbox/clock/advance", { key, body: { minutes: 2 } });
    expect(await verifiersOf([first, second])).toEqual([second]);
    expect(receiver.requests.at(-1)!.headers["x-service-signature"]).not.toContain("v1_prev");

    // Given up at once.
    const { secret: third } = (await rotate(call, key, 0)).data;
    expect(await verifiersOf([first, second, third])).toEqual([third]);
  });
});

/** By the file that merchants copy. */
function verifies({ body, headers }: Received, secret: string): boolean {
  try {
    return verify(body, headers["x-service-signature"], secret).id === headers["webhook-id"];
  } catch {
    return false;
  }
}

/** By a library that knows nothing of us. */
function verifiesStandard({ body, headers }: Received, secret: string): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

describe("sending a test event", () => {
  test("is a real event, signed and marked as a test, with its delivery visible", async ({
    databaseUrl,
    database,
    workers: _workers,
  }) => {
    await using receiver = await startReceiver((response) => response.writeHead(202).end("<b>taken</b>"));
    await using ingress = await startTestIngress(databaseUrl, { webhookAllowCidrs: ["127.0.0.0/8"] });
    const { call } = ingress;
    const { key } = await createMember(database);
    const { secret } = (await put(call, key, { url: `${receiver.url}?shop=1` })).data;

    const { status, data: event } = await call("POST", `${path}/test`, { key });
    expect(status).toBe(201);
    expect(event).toMatchObject({
      id: event.reference,
      reference: expect.stringMatching(/^evt_/),
      type: "webhook.test",
      environment: "test",
      data: { message: expect.any(String) },
    });
    const shown = await eventually(async () => {
      const { data } = await call("GET", `/v1/events/${event.reference}`, { key });
      expect(data.delivery).toEqual({ status: "delivered", attempts: 1 });
      return data;
    });
    const [request] = receiver.requests;
    expect(receiver.requests).toHaveLength(1);
    const { delivery: _, ...body } = event;
    expect(verify(request!.body, request!.headers["x-service-signature"], secret)).toEqual(body);
    const summary = {
      number: 1,
      sentAt: expect.any(String),
      url: `${receiver.url}?shop=1`,
      requestHeaders: expect.any(Object),
      responseStatus: 202,
      durationMs: expect.any(Number),
    };
    expect(shown.attempts).toEqual([summary]);
    expect((await call("GET", `/v1/events/${event.reference}/attempts/1`, { key })).data).toEqual({
      ...summary,
      requestBody: request!.body.toString("utf8"),
      responseBody: "<b>taken</b>",
    });
    expect(request!.headers).toMatchObject(shown.attempts[0].requestHeaders);
    expect(Object.keys(shown.attempts[0].requestHeaders).toSorted()).toEqual([
      "content-type",
      "traceparent",
      "user-agent",
      "webhook-id",
      "webhook-signature",
      "webhook-timestamp",
      "x-service-signature",
    ]);
    expect((await call("GET", "/v1/events?type=webhook.test", { key })).data).toHaveLength(1);
  });

  test("is sent only where deliveries may go, even if another URL was set", async ({
    databaseUrl,
    database,
  }) => {
    await using receiver = await startReceiver();
    await using ingress = await startTestIngress(databaseUrl, { webhookAllowCidrs: ["127.0.0.0/8"] });
    const { call } = ingress;
    const { key } = await createMember(database);
    await put(call, key, { url: receiver.url });
    await using _workers = await startTestWorkers(databaseUrl, { WEBHOOK_ALLOW_CIDRS: "" });
    const { data } = await call("POST", `${path}/test`, { key });
    const [attempt] = await eventually(async () => {
      const shown = await call("GET", `/v1/events/${data.reference}`, { key });
      expect(shown.data.attempts).toHaveLength(1);
      return shown.data.attempts;
    });
    expect(attempt.error).toEqual(expect.any(String));
    expect(attempt.responseStatus).toBeUndefined();
    expect(receiver.requests).toEqual([]);
  });

  test("is refused without an enabled endpoint; setting its URL enables it again", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { tenant, key } = await createMember(fileDatabase);
    const send = () => call("POST", `${path}/test`, { key });
    const without = await send();
    expect([without.status, without.error.code]).toEqual([409, "STATE_CONFLICT"]);
    expect(without.error.message).toMatch(/You have no webhook endpoint.*PUT \/v1\/webhook-endpoint/);

    await put(call, key);
    await disable(fileDatabase, tenant);
    const disabled = await send();
    expect([disabled.status, disabled.error.code]).toEqual([409, "STATE_CONFLICT"]);
    expect(disabled.error.message).toMatch(/is disabled.*PUT \/v1\/webhook-endpoint/);
    expect((await call("GET", path, { key })).data).toMatchObject({
      status: "disabled",
      disabledAt: expect.any(String),
      disabledReason: "the endpoint responded with 410 Gone",
    });
    expect((await call("GET", "/v1/events", { key })).data).toEqual([]);

    const { data } = await put(call, key);
    expect(data).toMatchObject({ status: "enabled" });
    expect(data.disabledReason).toBeUndefined();
    expect((await send()).status).toBe(201);
  });
});
