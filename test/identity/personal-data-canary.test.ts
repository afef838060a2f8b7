import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, vi } from "vitest";
import { z } from "zod";
import { createLog } from "../../sql/process/logging.ts";
import { hashIdentifier, decryptIdentity, type IdentityType } from "../../sql/identity/identity-record.ts";
import type { Database } from "../../sql/process/database.ts";
import { createApiKey } from "../../sql/keys/api-keys.ts";
import { setKybStatus } from "../../sql/merchants/merchants.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { setWebhookEndpoint } from "../../sql/webhooks/endpoints/webhook-endpoints.ts";
import { queues } from "../../sql/queue/jobs.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { startExporter } from "../../sql/process/tracing/start-exporter.ts";
import { testEncryptionKeys } from "../helpers/encryption-key.ts";
import { createFundedMerchant, createVirtualAccount, ledgerDrift, payIn } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { startCollector } from "../helpers/outside/start-collector.ts";
import { startDojah } from "../gateways/dojah/start-dojah.ts";
import { startPrembly } from "../gateways/prembly/start-prembly.ts";
import { startProvider } from "../gateways/http/start-provider.ts";
import { startReceiver } from "../helpers/outside/start-receiver.ts";
import type { ApiResponse } from "../helpers/call.ts";
import { startTestIngress } from "../helpers/platform/start-test-ingress.ts";
import { startTestWorkers } from "../helpers/platform/start-test-workers.ts";
import { asOperator } from "../helpers/as-operator.ts";

const bvn = "28734561920";
const nin = "51928374650";
const phone = "08065439217";
const otherPhone = "08091827364";
const name = "ZUBAIRU CANARY OKON";
/** However a phone is written, this much of it stays. */
const personal = { bvn, nin, phone: phone.slice(1), otherPhone: otherPhone.slice(1) };

/** A text in which a canary stands: grouped, in wide characters, as hex of its bytes, or in base64 at any offset. */
function findCanaries(text: string): string[] {
  return Object.entries(personal).flatMap(([what, digits]) => {
    const grouped = new RegExp([...digits].join("[^0-9]{0,6}"));
    const hex = Buffer.from(digits).toString("hex");
    const wide = Buffer.from(digits, "utf16le").toString("hex");
    // What stands before it shifts base64; the characters at the edges depend on what is around.
    const shifted = ["", "x", "xx"].map((before) =>
      Buffer.from(before + digits)
        .toString("base64")
        .slice(4, -4),
    );
    const found = grouped.test(text) || [hex, wide, ...shifted].some((form) => text.includes(form));
    return found ? [what] : [];
  });
}

/** All that a database holds, a row a line: bytes are in hex there. */
async function dump(database: Database): Promise<string> {
  const tables = await database.any(sql.type(z.object({ schema: z.string(), name: z.string() }))`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`);
  expect(tables.map((table) => table.name)).toContain("_private_jobs");
  const rows: string[] = [];
  for (const table of tables) {
    rows.push(
      ...(await database.anyFirst(sql.type(z.object({ row: z.string() }))`
        select row_to_json(t)::text as row from ${sql.identifier([table.schema, table.name])} t`)),
    );
  }
  return rows.join("\n");
}

/** What the server itself wrote down, where it is the one that the tests started; else undefined. */
async function readServerLog(database: Database): Promise<string | undefined> {
  const folder = await database.oneFirst(sql.type(z.object({ folder: z.string() }))`
    select current_setting('data_directory') as folder`);
  return readFile(join(dirname(folder), "postgres.log"), "utf8").catch(() => undefined);
}

/** Every job as it is queued, and as it fails: most are done and gone a moment later. */
async function keepJobs(database: Database): Promise<void> {
  await database.query(sql.type(z.object({}))`create table kept_jobs (job text)`);
  await database.query(sql.type(z.object({}))`
    create function keep_job() returns trigger language plpgsql security definer as $$
    begin insert into kept_jobs values (new::text); return new; end $$`);
  for (const queue of queues)
    await database.query(sql.type(z.object({}))`
      create trigger keep_job after insert or update on ${sql.identifier([queue.name, "_private_jobs"])}
      for each row execute function keep_job()`);
}

/** Has the database refuse, while something is done, new rows and changed ones, as it does by itself: with a DETAIL. */
async function whileRefused(database: Database, table: string, isAllowed: string, act: () => Promise<void>) {
  const refusing = sql.identifier([table]);
  const check = sql.fragment`status = ${sql.literalValue(isAllowed)}`;
  await database.query(
    sql.type(z.object({}))`alter table ${refusing} add constraint refuse check (${check}) not valid`,
  );
  await act();
  await database.query(sql.type(z.object({}))`alter table ${refusing} drop constraint refuse`);
}

const identityGateways = [
  { who: "the live gateway", startIdentities: async () => undefined },
  { who: "Dojah", startIdentities: startDojah },
  { who: "Prembly", startIdentities: startPrembly },
];

describe.each(identityGateways)("personal data from $who", ({ startIdentities }) => {
  test("of identity checks is stored only encrypted, for every outcome", async ({
    database,
    databaseUrl,
  }) => {
    await using receiver = await startReceiver();
    await using provider = await startProvider();
    provider.identities.set(bvn, { name, phones: [phone, "+234 803 000 0000"] });
    provider.identities.set(nin, { name, phones: [phone] });
    await using identities = await startIdentities();
    const [first, middle, last] = name.split(" ") as [string, string, string];
    for (const each of [bvn, nin]) identities?.records.set(each, { first, middle, last, phones: [phone] });
    await using collector = await startCollector();
    vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url);
    const stopExporter = await startExporter({ sampledShare: 1 }, "payments", (error) => {
      throw error;
    });
    await using ingress = await startTestIngress(databaseUrl, {
      logLevel: "debug",
      webhookSecrets: { http: [provider.secret] },
      responseTimeoutMs: 2_000,
    });
    let workerLog = "";
    const log = createLog("workers", "debug", { write: (line) => void (workerLog += line) });
    const workers = await startTestWorkers(databaseUrl, { ...provider.env, ...identities?.env }, log);
    await keepJobs(database);

    const tenant = await createFundedMerchant(database);
    const live: Tenant = { ...tenant, environment: "live" };
    await setKybStatus(database, { merchantId: tenant.merchantId, status: "approved", acting: {} });
    const { reference } = await createVirtualAccount(database, live, 1_000_000n);
    await payIn(database, reference, 1_000_000n, { environment: "live" });
    for (const of of [tenant, live])
      await setWebhookEndpoint(database, testEncryptionKeys, of, receiver.url, {});
    const { secretKey: testKey } = await createApiKey(database, { ...tenant, ...asOperator });
    const { secretKey: liveKey } = await createApiKey(database, { ...live, ...asOperator });
    const { secretKey: powerless } = await createApiKey(database, { ...tenant, scopes: [], ...asOperator });

    const responses: ApiResponse[] = [];
    const ask = async (
      key: string | undefined,
      path: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ) => {
      const response = await ingress.call(body === undefined ? "GET" : "POST", path, { key, body, headers });
      responses.push(response);
      return response;
    };

    // With a result: found, from the cache, with another phone, at once, and by a provider over the network.
    for (const key of [testKey, liveKey]) {
      for (const [path, identity] of [
        ["/v1/kyc/bvn", { bvn }],
        ["/v1/kyc/nin", { nin }],
      ] as const) {
        expect((await ask(key, path, { ...identity, phone })).data).toMatchObject({
          verified: true,
          cacheHit: false,
        });
        expect((await ask(key, path, { ...identity, phone: "+234 (806) 543-9217" })).data).toMatchObject({
          verified: true,
          cacheHit: true,
        });
        expect((await ask(key, path, { ...identity, phone: otherPhone })).data).toMatchObject({
          verified: false,
        });
        await Promise.all([1, 2, 3].map(() => ask(key, path, { ...identity, phone })));
      }
    }
    expect((await ask(testKey, "/v1/kyc/bvn", { bvn: "00000000000", phone })).data.verified).toBe(false);

    // Without a result: an outage, a database that refuses the rows, a job that fails.
    expect((await ask(testKey, "/v1/kyc/bvn", { bvn: "99999999999", phone })).error.code).toBe(
      "INTERNAL_ERROR",
    );
    const stranger = await createApiKey(database, {
      ...(await createFundedMerchant(database)),
      environment: "test",
      ...asOperator,
    });
    await whileRefused(database, "identity_records", "found", async () => {
      const response = await ask(stranger.secretKey, "/v1/kyc/bvn", { bvn, phone });
      expect(response.error.code).toBe("INTERNAL_ERROR");
    });
    await whileRefused(database, "identity_checks", "pending", async () => {
      const response = await ask(testKey, "/v1/kyc/nin", { nin, phone });
      expect(response.error.code).toBe("INTERNAL_ERROR");
    });
    provider.misbehave("identity", "break");
    const outages = ["break", "a text that no document names", "empty balance", "another person"] as const;
    // Once at the live gateway: more in a row would open its circuit breaker.
    for (const how of identities === undefined ? outages.slice(0, 1) : outages) {
      identities?.misbehave(how);
      const unknown = await ask(liveKey, "/v1/kyc/bvn", { bvn: nin, phone });
      expect(unknown.error.code).toBe("INTERNAL_ERROR");
    }
    provider.behave();
    identities?.behave();
    // The first two found the person.
    if (identities === undefined) expect(provider.calls.identity).toBe(3);
    else expect([identities.calls, provider.calls.identity]).toEqual([2 + outages.length, 0]);

    // Refused, with what was sent where it does not belong.
    const refused = [
      await ask(testKey, "/v1/kyc/bvn", { bvn: `${bvn}0`, phone }),
      await ask(testKey, "/v1/kyc/bvn", { bvn: Number(bvn), phone: otherPhone }),
      await ask(testKey, "/v1/kyc/bvn", { bvn, phone: Number(phone) }),
      await ask(testKey, "/v1/kyc/nin", { bvn, [phone]: nin }),
      await ask(testKey, "/v1/kyc/nin", { nin: [nin], phone: { [phone]: phone } }),
      await ask(testKey, "/v1/kyc/bvn", `{"bvn": "${bvn}", "phone": "${phone}"`),
      await ask(testKey, "/v1/kyc/bvn", { bvn, phone }, { "content-type": "text/plain" }),
      await ask(powerless, "/v1/kyc/bvn", { bvn, phone }),
      await ask(undefined, "/v1/kyc/bvn", { bvn, phone }),
      await ask(`sk_test_${bvn}`, `/v1/kyc/nin?nin=${nin}`, { nin, phone }),
      await ask(testKey, `/v1/kyc/requests?limit=${bvn}&cursor=${nin}`),
      await ask(testKey, `/v1/kyc/requests/${bvn}`),
      await ask(testKey, `/v1/collections/${nin}`),
    ];
    expect(refused.map(({ status }) => status).filter((status) => status < 400 || status >= 500)).toEqual([]);
    responses.push(await ingress.call("GET", `/v1/kyc/requests?bvn=${bvn}`, { key: testKey }));
    responses.push(await ingress.call("GET", "/v1/events?limit=100", { key: liveKey }));

    await expect.poll(() => receiver.requests.length).toBeGreaterThanOrEqual(25);
    await workers[Symbol.asyncDispose]();
    await stopExporter();

    // It was all there to be told: encrypted it still is.
    const asked: [IdentityType, string][] = [
      ["bvn", bvn],
      ["nin", nin],
    ];
    for (const [type, identifier] of asked) {
      const [hash] = hashIdentifier(testEncryptionKeys, live, type, identifier);
      const encrypted = await database.oneFirst(sql.type(
        z.object({ encrypted_record: z.instanceof(Buffer) }),
      )`
        select encrypted_record from identity_records where identifier_hash = ${sql.binary(hash!)}`);
      const opened = decryptIdentity(testEncryptionKeys, { ...live, type, hash: hash! }, encrypted);
      expect(opened).toMatchObject({ identifier, name, phones: expect.arrayContaining([phone]) });
    }

    const rows = await dump(database);
    const activity = await database.anyFirst(
      sql.type(z.object({ query: z.string().nullable() }))`select query from pg_stat_activity`,
    );
    const jobs = await database.anyFirst(sql.type(z.object({ job: z.string() }))`select job from kept_jobs`);
    const serverLog = await readServerLog(database);
    if (serverLog !== undefined) expect(serverLog).toContain("Failing row contains");
    const places = {
      database: rows,
      "the database's activity": activity.join("\n"),
      "the database's log": serverLog ?? "",
      jobs: jobs.join("\n"),
      "the ingress's log": ingress.log(),
      "the workers' log": workerLog,
      webhooks: receiver.requests
        .map(({ url, headers, body }) => url + JSON.stringify(headers) + body.toString())
        .join("\n"),
      "exported traces": collector.bodies.join("\n"),
      responses: responses.map(({ text, headers }) => text + JSON.stringify([...headers])).join("\n"),
    };
    const hits = Object.entries(places).map(([place, text]) => [place, findCanaries(text)]);
    expect(hits).toEqual(Object.keys(places).map((place) => [place, []]));

    // The name is the merchant's to know, and nobody's who reads logs or the queue.
    expect(places.webhooks).toContain(name);
    for (const text of [
      places.jobs,
      places["the ingress's log"],
      places["the workers' log"],
      places["exported traces"],
    ])
      expect(text).not.toContain(name);
    expect(places.jobs).toContain("check_identity");
    for (const span of [
      "POST /v1/kyc/bvn",
      "job check_identity",
      "provider lookUpIdentity",
      "webhook attempt",
    ])
      expect(places["exported traces"]).toContain(`"${span}"`);
    expect(places.jobs).toContain("violates a check integrity constraint");
    expect(await ledgerDrift(database)).toEqual([]);
  });
});

describe("personal data", () => {
  test("in any spelling would be found by this search", () => {
    const forms = [
      ...[
        bvn,
        `"${nin}"`,
        `tel:+234${phone.slice(1)}`,
        "287-3456-1920",
        "+234 (806) 543-9217",
        "2 8 7 3 4 5 6 1 9 2 0",
      ],
      ...[Buffer.from(bvn).toString("hex"), Buffer.from(`{"bvn":"${bvn}"}`).toString("base64")],
      ...[Buffer.from(`x${nin}`).toString("base64url"), Buffer.from(`${phone}`, "utf16le").toString("hex")],
      ...[`%32${bvn.slice(1)}`.replace("%32", "2"), JSON.stringify({ phone: [...phone] })],
    ];
    expect(forms.filter((form) => findCanaries(form).length === 0)).toEqual([]);
    expect(findCanaries("28734561921 1795264160156 ******1920")).toEqual([]);
  });
});
