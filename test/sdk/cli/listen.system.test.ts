import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect } from "vitest";
import { verify } from "../../../sdk/node/webhooks-node.ts";
import type { Database } from "../../../sql/process/database.ts";
import type { Tenant } from "../../../sql/merchants/tenant.ts";
import { setWebhookEndpoint } from "../../../sql/webhooks/endpoints/webhook-endpoints.ts";
import { findFreePort } from "../../../scripts/postgres/find-free-port.ts";
import { testEncryptionKeys } from "../../helpers/encryption-key.ts";
import { eventually } from "../../helpers/eventually.ts";
import { startReceiver, type Received } from "../../helpers/outside/start-receiver.ts";
import { addKey, createMember, type Member } from "../../helpers/create-member.ts";
import { test } from "../../helpers/test.ts";
import { createIdentityCheck } from "../../identity/check-identity.ts";
import { startIngressProcess } from "../../helpers/platform/start-process.ts";
import { payments, type RunningScript } from "./payments.ts";

const setEndpoint = async (database: Database, tenant: Tenant, url: string) =>
  (await setWebhookEndpoint(database, testEncryptionKeys, tenant, url, {})).secret;

/** Runs the listener and waits until it listens. */
async function listen(url: string, key: string, ...args: string[]): Promise<RunningScript> {
  const listener = payments({ url, key }, "listen", ...args);
  await eventually(() => expect(listener.stderr()).toContain("Ctrl-C stops"));
  return listener;
}

const idsOf = (requests: Received[]) => requests.map(({ headers }) => headers["webhook-id"]);

/** Makes events, one after the other; their references, oldest first. */
async function createEvents(
  {
    call,
  }: {
    call: (
      method: string,
      path: string,
      request: { key: string },
    ) => Promise<{ data: { reference: string }[] }>;
  },
  database: Database,
  { tenant, key }: Member,
  count: number,
): Promise<string[]> {
  for (let made = 0; made < count; made += 1) await createIdentityCheck(database, tenant);
  const { data } = await call("GET", `/v1/events?limit=${count}`, { key });
  return data.map(({ reference }) => reference).toReversed();
}

describe("payments listen", () => {
  test("forwards each event to a local receiver, once and in order, as a delivery would", async ({
    ingress,
    database,
    workers: _workers,
  }) => {
    await using endpoint = await startReceiver();
    await using local = await startReceiver();
    const member = await createMember(database);
    const secret = await setEndpoint(database, member.tenant, endpoint.url);
    const before = await createEvents(ingress, database, member, 25);
    const forwardTo = `${local.url}?shop=1&note=a%20b&shop=2`;
    await using listener = await listen(ingress.url, member.key, "--forward-to", forwardTo);

    const first = await createEvents(ingress, database, member, 8);
    await ingress.call("POST", "/v1/sandbox/clock/advance", {
      key: member.key,
      body: { minutes: 3 * 24 * 60 },
    });
    const second = await createEvents(ingress, database, member, 30);
    const all = [...first, ...second];
    await eventually(() => expect(local.requests.length).toBeGreaterThanOrEqual(all.length));
    // Leaves time for a second delivery, which must not come.
    await sleep(1_500);
    expect(idsOf(local.requests)).toEqual(all);

    for (const { method, url, headers, body } of local.requests) {
      expect([method, url]).toEqual(["POST", "/hooks?shop=1&note=a%20b&shop=2"]);
      const event = verify(body, headers["x-service-signature"], secret);
      expect(event.id).toBe(headers["webhook-id"]);
    }
    // The endpoint still gets its deliveries, with the same bytes and headers.
    await eventually(() => expect(endpoint.requests).toHaveLength(before.length + all.length));
    for (const forwarded of local.requests) {
      const id = forwarded.headers["webhook-id"];
      const delivered = endpoint.requests.find(({ headers }) => headers["webhook-id"] === id)!;
      expect(forwarded.body.equals(delivered.body)).toBe(true);
      expect(Object.keys(forwarded.headers).toSorted()).toEqual(Object.keys(delivered.headers).toSorted());
      for (const name of ["content-type", "user-agent", "content-length"]) {
        expect(forwarded.headers[name]).toBe(delivered.headers[name]);
      }
    }
    const lines = listener.stdout().trim().split("\n");
    expect(lines).toHaveLength(all.length);
    for (const [at, line] of lines.entries()) {
      expect(line).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z {2}kyc\.succeeded +evt_\w{26} {2}→ 200 \(\d+ ms\)$/);
      expect(line).toContain(all[at]);
    }

    listener.signal("SIGINT");
    expect(await listener.ended).toBe(130);
    expect(listener.stderr().trim().split("\n").at(-1)).toBe("Stopped.");
  });

  test("survives a restart of the service, and forwards what happened meanwhile", async ({
    database,
    databaseUrl,
  }) => {
    await using local = await startReceiver();
    const member = await createMember(database);
    await setEndpoint(database, member.tenant, "https://93.184.215.14/");
    const port = await findFreePort();
    await using first = await startIngressProcess(databaseUrl, { PORT: `${port}` });
    await first.ready;
    await using listener = await listen(first.url, member.key, "--forward-to", local.url);
    const before = await createEvents(first, database, member, 2);
    await eventually(() => expect(local.requests).toHaveLength(2));

    await first[Symbol.asyncDispose]();
    for (let made = 0; made < 3; made += 1) await createIdentityCheck(database, member.tenant);
    await eventually(() => expect(listener.stderr()).toContain("Trying again"));
    await using second = await startIngressProcess(databaseUrl, { PORT: `${port}` });
    await second.ready;
    await eventually(() => expect(local.requests).toHaveLength(5));
    expect(listener.stderr()).toContain("responds again");
    const { data } = await second.call("GET", "/v1/events", { key: member.key });
    const references = data.map(({ reference }: { reference: string }) => reference).toReversed();
    expect(idsOf(local.requests)).toEqual(references);
    expect(references.slice(0, 2)).toEqual(before);
    listener.signal("SIGTERM");
    expect(await listener.ended).toBe(143);
  });

  test("forwards only the types asked for, reports how receivers fail, and forwards nothing twice", async ({
    ingress,
    database,
  }) => {
    await using failing = await startReceiver((response) =>
      response.writeHead(400).end('{"error":"WRONG\u001b[31m_SECRET"}'),
    );
    await using redirecting = await startReceiver((response) =>
      response.writeHead(302, { location: failing.url }).end(),
    );
    const member = await createMember(database);
    await setEndpoint(database, member.tenant, "https://93.184.215.14/");
    const start = (...more: string[]) =>
      listen(ingress.url, member.key, "--events", "kyc.failed, payout.failed", ...more);
    const closed = `http://127.0.0.1:${await findFreePort()}`;
    await using toFailing = await start("--forward-to", failing.url);
    await using toRedirecting = await start("--forward-to", redirecting.url);
    await using toNobody = await start("--forward-to", `${closed}/hook`);
    await using toNothing = await start();

    await createIdentityCheck(database, member.tenant, { verified: true });
    await createIdentityCheck(database, member.tenant, { verified: false });
    const [event] = (await ingress.call("GET", "/v1/events?limit=1", { key: member.key })).data;
    const line = `${event.createdAt}  kyc.failed            ${event.reference}`;
    await eventually(() =>
      expect(toFailing.stdout()).toMatch(/400, which counts as a failure .*: \{"error"/),
    );
    expect(toFailing.stdout()).not.toContain("\u001b");
    await eventually(() => expect(toRedirecting.stdout()).toContain("→ 302, which counts as a failure"));
    await eventually(() =>
      expect(toNobody.stdout()).toContain(`nobody listens at ${closed}: start your receiver`),
    );
    await eventually(() => expect(toNothing.stdout()).toBe(`${line}\n`));
    await sleep(1_200);
    for (const { stdout } of [toFailing, toRedirecting, toNobody]) {
      expect(stdout().trim().split("\n")).toEqual([expect.stringContaining(line)]);
    }
    expect([failing.requests.length, redirecting.requests.length]).toEqual([1, 1]);
  });

  test("says what to do about a wrong key, a missing endpoint and invalid flags", async ({
    fileIngress: { url, call },
    fileDatabase,
  }) => {
    const member = await createMember(fileDatabase);
    await createEvents({ call }, fileDatabase, member, 1);
    const narrow = await addKey(fileDatabase, member.tenant, { scopes: ["balances:read"] });
    const forward = ["--forward-to", "http://localhost:4242/hook"];
    const mistakes: [key: string, args: string[], code: number, told: string][] = [
      ["sk_test_wrong", forward, 1, "AUTH_INVALID"],
      [narrow.key, forward, 1, "events:read"],
      [member.key, forward, 1, "PUT /v1/webhook-endpoint"],
      [member.key, ["--forward-to", "localhost:4242"], 2, "--forward-to must be an http or https URL"],
      [member.key, ["--events", "payout.lost"], 1, "type: must be one of"],
      [member.key, ["--forward", "http://localhost:4242"], 2, "unknown option"],
    ];
    for (const [key, args, code, told] of mistakes) {
      await using listener = payments({ url, key }, "listen", ...args);
      expect([told, await listener.ended]).toEqual([told, code]);
      expect(listener.stderr()).toContain(told);
      expect(listener.stderr()).not.toMatch(/\n\s+at /);
      expect(listener.stdout()).toBe("");
    }
    await using other = await startReceiver();
    await using listener = payments({ url: other.url, key: member.key }, "listen");
    expect(await listener.ended).toBe(3);
    expect(listener.stderr()).toContain("INVALID_RESPONSE");
  });
});
