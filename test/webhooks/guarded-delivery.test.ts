import { afterAll, beforeAll, describe, expect } from "vitest";
import { z } from "zod";
import { sql } from "../../sql/process/sql-tag.ts";
import { checkWebhookUrl, hostOf, rulesOf } from "../../sql/webhooks/endpoints/url.ts";
import { requestHostCheck, readHostCheck } from "../../sql/webhooks/endpoints/host-checks.ts";
import { createGuardedConnector } from "../../workers/webhooks/create-guarded-connector.ts";
import { AddressRefused, resolveHost } from "../../workers/webhooks/resolve-host.ts";
import { createSendWebhook } from "../../workers/webhooks/send-webhook.ts";
import { eventually } from "../helpers/eventually.ts";
import { startDnsServer, type DnsAnswer, type DnsServer } from "./start-dns-server.ts";
import { startListeners, type Listeners } from "./start-listeners.ts";
import { createFundedMerchant, queuedJobs } from "../helpers/records.ts";
import { startReceiver } from "../helpers/outside/start-receiver.ts";
import { startTestWorkers } from "../helpers/platform/start-test-workers.ts";
import { test } from "../helpers/test.ts";
import { answerHostileNames, closedUrls, hostileNames, hostileUrls, PORT } from "./hostile-urls.ts";

/** An open network with nothing in it: any port may be tried, and only addresses are refused. */
const otherNetwork = ["198.51.100.7/32"];
const never = new AbortController().signal;
const webhook = (url: string) => ({
  url,
  environment: "test" as const,
  merchantId: 1n,
  headers: {},
  body: Buffer.from("{}"),
});
const notAllowed = "the host's address is not allowed: webhooks are sent over the public internet only";

let inside: Listeners;
let dns: DnsServer;

beforeAll(async () => {
  inside = await startListeners();
  dns = await startDnsServer(answerHostileNames);
});

afterAll(async () => {
  await inside[Symbol.asyncDispose]();
  await dns[Symbol.asyncDispose]();
});

const guard = (allowCidrs: string[]) => ({ allowCidrs, dnsServers: [dns.address] });
const at = (url: string, port: number) => url.replace(PORT, `${port}`);

describe("URLs that are refused as they are written", () => {
  test.for(hostileUrls)("%j is refused when it is set and when it is delivered to", async ([url, reason]) => {
    expect(checkWebhookUrl(at(url, 8080), { allowCidrs: [] })).toMatchObject({
      ok: false,
      problem: expect.stringContaining(reason),
    });
    const opened = checkWebhookUrl(at(url, inside.port), { allowCidrs: otherNetwork });
    expect(opened).toMatchObject({ ok: false, problem: expect.stringContaining(reason) });

    const sent = await createSendWebhook(guard(otherNetwork))(webhook(at(url, inside.port)), never);
    expect(sent.status).toBeUndefined();
    expect(sent.error).toMatch(/^the URL must /);
    expect(sent.error).toContain(reason);
    expect(inside.connections).toEqual([]);
    expect(dns.queries).toEqual([]);
  });

  test.for(closedUrls)("%j is refused while no network is open", async ([url, reason]) => {
    const problem = expect.stringContaining(reason);
    expect(checkWebhookUrl(url, { allowCidrs: [] })).toMatchObject({ ok: false, problem });
    expect(await createSendWebhook(guard([]))(webhook(url), never)).toMatchObject({ error: problem });
    expect(dns.queries).toEqual([]);
  });
});

describe("names that have an address which is not public", () => {
  test("are refused by the task that resolves them when the URL is set", async ({
    database,
    databaseUrl,
  }) => {
    await using server = await startDnsServer(answerHostileNames);
    await using _workers = await startTestWorkers(databaseUrl, {
      WEBHOOK_ALLOW_CIDRS: "",
      WEBHOOK_DNS_SERVERS: server.address,
    });
    const tenant = await createFundedMerchant(database);
    const checks = hostileNames.map(async ([name]) => {
      const checked = checkWebhookUrl(`http://${name}/`, { allowCidrs: [] });
      const host = hostOf(new URL(checked.ok ? checked.url : ""));
      return { name, id: await requestHostCheck(database, { tenant, host }) };
    });
    for (const { name, id } of await Promise.all(checks)) {
      await eventually(async () => expect(await readHostCheck(database, id), name).toBe("refused"));
    }
    expect(server.queries).toHaveLength(2 * hostileNames.length);
  });

  test.for(hostileNames)("nothing is delivered to %s", async ([name]) => {
    for (const [allowCidrs, url] of [
      [[], `http://${name}/`],
      [otherNetwork, `http://${name}:${inside.port}/`],
    ] as const) {
      const asked = dns.queries.length;
      const sent = await createSendWebhook(guard([...allowCidrs]))(webhook(url), never);
      expect(sent).toEqual({ error: notAllowed, durationMs: expect.any(Number) });
      expect(dns.queries.length - asked).toBe(2);
    }
    expect(inside.connections).toEqual([]);
  });
});

test("an open network opens ports of its own addresses alone, not of public ones", async () => {
  await using server = await startDnsServer(() => ({ A: ["93.184.215.14"] }));
  const send = createSendWebhook({ ...guard(["127.0.0.1/32"]), dnsServers: [server.address] });
  const sent = await send(webhook("http://shop.example.com:4010/"), never);
  expect(sent).toEqual({ error: notAllowed, durationMs: expect.any(Number) });
});

describe("the task that resolves a host while its URL is set", () => {
  test("allows public addresses and names that do not resolve yet", async ({ database, databaseUrl }) => {
    const answers: Record<string, DnsAnswer> = {
      "public.example.com": { A: ["93.184.215.14"], AAAA: ["2606:4700::1111"] },
      "public-alias.example.com": { aliases: ["edge.example.net"], A: ["93.184.215.14"] },
      "four-only.example.com": { A: ["93.184.215.14"] },
      "empty.example.com": {},
      "broken.example.com": "servfail",
      "silent.example.com": "silence",
    };
    await using server = await startDnsServer((name) => answers[name] ?? "nxdomain");
    await using _workers = await startTestWorkers(databaseUrl, {
      WEBHOOK_ALLOW_CIDRS: "127.0.0.1/32",
      WEBHOOK_DNS_SERVERS: server.address,
    });
    const expected = {
      "public.example.com": "allowed",
      "public-alias.example.com": "allowed",
      "four-only.example.com": "allowed",
      "8.8.8.8": "allowed",
      localhost: "allowed",
      "127.0.0.2": "refused",
      "::1": "refused",
      "empty.example.com": "unresolved",
      "missing.example.com": "unresolved",
      "broken.example.com": "unresolved",
      "silent.example.com": "unresolved",
    };
    const hosts = Object.entries(expected);
    const tenant = await createFundedMerchant(database);
    const ids = await Promise.all(hosts.map(([host]) => requestHostCheck(database, { tenant, host })));
    for (const [index, [host, verdict]] of hosts.entries()) {
      await eventually(async () => expect(await readHostCheck(database, ids[index]!), host).toBe(verdict));
    }
  });
});

test("a host check that nobody waits for any more asks no name server", async ({ database, databaseUrl }) => {
  await using server = await startDnsServer(() => "silence");
  const tenant = await createFundedMerchant(database, 0n, "live");
  const id = await requestHostCheck(database, { tenant, host: "silent.example.com" });
  await database.query(sql.type(z.object({}))`
    update host_checks set requested_at = requested_at - interval '21 s' where id = ${id}`);
  await using _workers = await startTestWorkers(databaseUrl, { WEBHOOK_DNS_SERVERS: server.address });
  await eventually(async () => expect(await readHostCheck(database, id)).toBe("unresolved"));
  expect(server.queries).toEqual([]);
});

test("a host is checked once for a merchant while it is pending, and a hundred hosts wait at most", async ({
  database,
}) => {
  const tenant = await createFundedMerchant(database, 0n, "live");
  const ask = (number: number) => requestHostCheck(database, { tenant, host: `shop-${number}.example.com` });
  for (let number = 1; number <= 100; number += 1) await ask(number);
  await expect(ask(101)).rejects.toMatchObject({ code: "PB010" });
  expect(await ask(7)).toBe(await ask(7));
  const waiting = sql.type(z.object({ n: z.number() }))`select count(*)::integer as n from host_checks`;
  expect(await database.oneFirst(waiting)).toBe(100);
  expect(await queuedJobs(database)).toHaveLength(100);

  const others = await createFundedMerchant(database, 0n, "live");
  expect(await requestHostCheck(database, { tenant: others, host: "shop-7.example.com" })).not.toBe(
    await ask(7),
  );
});

describe("a network that is open to test webhooks", () => {
  const rules = { allowCidrs: [], testAllowCidrs: ["127.0.0.0/8"] };

  test("is closed to live ones, when a URL is set and when it is delivered to", async () => {
    await using receiver = await startReceiver();
    for (const url of [receiver.url, receiver.url.replace("127.0.0.1", "localhost")]) {
      expect(checkWebhookUrl(url, rulesOf("test", rules))).toMatchObject({ ok: true });
      expect(checkWebhookUrl(url, rulesOf("live", rules))).toMatchObject({ ok: false });
      expect(checkWebhookUrl(url, rulesOf(undefined, rules))).toMatchObject({ ok: false });
      const deliver = (environment: "test" | "live") =>
        createSendWebhook(rules)({ ...webhook(url), environment }, never);
      expect(await deliver("live")).toEqual({
        error: expect.any(String),
        durationMs: expect.any(Number),
      });
      expect(receiver.requests).toEqual([]);
      expect(await deliver("test")).toMatchObject({ status: 200 });
      receiver.requests.length = 0;
    }
  });

  test("is closed to live ones by the address that a name has", async ({ database, databaseUrl }) => {
    await using server = await startDnsServer((_name, type) => (type === "A" ? { A: ["127.0.0.1"] } : {}));
    await using _workers = await startTestWorkers(databaseUrl, {
      WEBHOOK_ALLOW_CIDRS: "",
      WEBHOOK_TEST_ALLOW_CIDRS: "127.0.0.0/8",
      WEBHOOK_DNS_SERVERS: server.address,
    });
    const tenant = await createFundedMerchant(database);
    for (const [environment, verdict] of [
      ["live", "refused"],
      ["test", "allowed"],
    ] as const) {
      const id = await requestHostCheck(database, {
        tenant: { ...tenant, environment },
        host: "shop.example.com",
      });
      await eventually(async () => expect(await readHostCheck(database, id)).toBe(verdict));
    }
    const { address: dnsServer } = server;
    const open = createSendWebhook({ ...rules, dnsServers: [dnsServer] });
    const live = { ...webhook("https://shop.example.com/"), environment: "live" as const };
    expect(await open(live, never)).toEqual({ error: notAllowed, durationMs: expect.any(Number) });
  });
});

describe("the address that was checked", () => {
  test("is the one connected to: one lookup for each attempt, even if the name changes", async () => {
    await using here = await startReceiver();
    const { port } = new URL(here.url);
    // Public at first, as far as the guard can tell, and private from then on.
    await using rebinding = await startDnsServer((_name, type, index) =>
      type === "A" ? { A: [index === 0 ? "127.0.0.1" : "127.0.0.2"] } : {},
    );
    const send = createSendWebhook({ allowCidrs: ["127.0.0.1/32"], dnsServers: [rebinding.address] });
    expect(await send(webhook(`http://rebinding.example.com:${port}/`), never)).toMatchObject({
      status: 200,
    });
    expect(rebinding.queries.map(({ type }) => type).toSorted()).toEqual(["A", "AAAA"]);
    expect(here.requests[0]!.headers.host).toBe(`rebinding.example.com:${port}`);

    // Another merchant's, for which the connection of the first is not used again.
    const other = { ...webhook(`http://rebinding.example.com:${port}/`), merchantId: 2n };
    const second = await send(other, never);
    expect(second).toMatchObject({ error: notAllowed });
    expect(rebinding.queries).toHaveLength(4);
    expect(here.requests).toHaveLength(1);
  });

  test("is compared with the connected peer before anything is sent", async () => {
    // Skips the checks that come before the connection.
    for (const [protocol, hostname] of [
      ["http:", "rebound.example.com"],
      ["https:", "rebound.example.com"],
      ["http:", "127.0.0.1"],
    ] as const) {
      await using peer = await startListeners(["127.0.0.1"]);
      const connect = createGuardedConnector([{ address: "127.0.0.1", family: 4 }], otherNetwork, never);
      const error = await new Promise((resolve) =>
        connect({ hostname, protocol, port: `${peer.port}` }, (...[refusal]) => resolve(refusal)),
      );
      expect(error).toBeInstanceOf(AddressRefused);
      await eventually(() => expect(peer.connections).toEqual(["127.0.0.1"]));
      expect(peer.bytes()).toBe(0);
    }
  });

  test("every address of a name is checked, and the next is tried where one does not respond", async () => {
    await using here = await startReceiver();
    const { port } = new URL(here.url);
    await using several = await startDnsServer((_name, type) =>
      type === "A" ? { A: ["127.0.0.3", "127.0.0.1"] } : {},
    );
    const dnsServers = [several.address];
    const url = `http://several.example.com:${port}/`;
    const open = createSendWebhook({ allowCidrs: ["127.0.0.0/8"], dnsServers });
    expect(await open(webhook(url), never)).toMatchObject({ status: 200 });
    const half = createSendWebhook({ allowCidrs: ["127.0.0.1/32"], dnsServers });
    expect(await half(webhook(url), never)).toMatchObject({ error: notAllowed });
  });

  test("localhost and addresses are never looked up", async () => {
    const asked = dns.queries.length;
    const rules = guard(["127.0.0.0/8"]);
    expect(await resolveHost("localhost", rules, never)).toEqual([{ address: "127.0.0.1", family: 4 }]);
    expect(await resolveHost("shop.localhost", guard(["::1/128"]), never)).toEqual([
      { address: "::1", family: 6 },
    ]);
    await expect(resolveHost("localhost", guard(otherNetwork), never)).rejects.toThrow(AddressRefused);
    await expect(resolveHost("127.0.0.1", guard([]), never)).rejects.toThrow(AddressRefused);
    expect(await resolveHost("2606:4700::1111", rules, never)).toEqual([
      { address: "2606:4700::1111", family: 6 },
    ]);
    expect(dns.queries).toHaveLength(asked);
  });
});

describe("a URL of our own host", () => {
  const rules = { allowCidrs: ["127.0.0.0/8"], publicUrl: "https://pay.example.com/v1" };

  test.for([
    "https://pay.example.com/v1/payouts",
    "http://pay.example.com/",
    "https://PAY.example.com./hooks",
  ])("is refused: %s", async (url) => {
    const problem = "must not point back at this service";
    expect(checkWebhookUrl(url, rules)).toEqual({ ok: false, problem });
    const send = createSendWebhook({ ...rules, dnsServers: [dns.address] });
    expect(await send(webhook(url), never)).toMatchObject({ error: `the URL ${problem}` });
  });

  test("is refused by any loopback name; other ports and hosts are not", () => {
    const local = { allowCidrs: ["127.0.0.0/8", "::1/128"], publicUrl: "http://127.0.0.1:3000" };
    for (const host of ["127.0.0.1", "localhost", "127.0.0.2", "[::1]", "0x7f.1"]) {
      expect(checkWebhookUrl(`http://${host}:3000/`, local), host).toMatchObject({ ok: false });
      expect(checkWebhookUrl(`http://${host}:4010/`, local), host).toMatchObject({ ok: true });
    }
    for (const url of ["https://hooks.pay.example.com/", "https://pay.example.com:8443/"]) {
      expect(checkWebhookUrl(url, rules)).toMatchObject({ ok: true });
    }
  });
});
