import { describe, expect } from "vitest";
import { createMember } from "../helpers/create-member.ts";
import { balancesOf, destination, ledgerDrift, queuedJobs, resolveDestination } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { startIngressProcess } from "../helpers/platform/start-process.ts";
import { startProxy } from "../helpers/outside/start-proxy.ts";
import { startTestIngress } from "../helpers/platform/start-test-ingress.ts";

const body = { amount: { value: 50_000, currency: "NGN" }, destination };
const headers = { "idempotency-key": "k" };

describe("a payout whose response is lost", () => {
  test.for([
    ["reply", "after the commit: the retry returns the original"],
    ["request", "before it reached the database: the retry makes exactly one"],
  ] as const)("the process killed, %s lost, %s", async ([what], { databaseUrl, database }) => {
    const { tenant, key } = await createMember(database, { available: 100_000n });
    await resolveDestination(database, tenant);
    await using network = await startProxy(databaseUrl);
    await using doomed = await startIngressProcess(network.url);
    await doomed.ready;

    const lost = network.loseAt("accept_payouts", what);
    const sent = doomed.call("POST", "/v1/payouts", { key, headers, body }).catch((error: Error) => error);
    await lost;
    doomed.signal("SIGKILL");
    expect(await sent).toBeInstanceOf(Error);
    network.cutAll();

    await using next = await startTestIngress(databaseUrl);
    const retry = await next.call("POST", "/v1/payouts", { key, headers, body });
    expect(retry.status).toBe(201);
    expect(retry.headers.get("idempotency-replayed")).toBe(what === "reply" ? "true" : null);
    expect(await balancesOf(database, tenant)).toEqual({ available: 50_000, reserved: 50_000 });
    expect((await queuedJobs(database)).filter(({ task }) => task === "execute_payout")).toHaveLength(1);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("a connection cut at the commit's reply is a 500, and the retry returns the committed payout", async ({
    databaseUrl,
    database,
  }) => {
    const { tenant, key } = await createMember(database, { available: 100_000n });
    await resolveDestination(database, tenant);
    await using network = await startProxy(databaseUrl);
    await using ingress = await startTestIngress(network.url);

    const lost = network.loseAt("accept_payouts", "reply");
    const sent = ingress.call("POST", "/v1/payouts", { key, headers, body });
    await lost;
    network.cutAll();
    expect(await sent).toMatchObject({ status: 500, error: { code: "INTERNAL_ERROR" } });

    const retry = await ingress.call("POST", "/v1/payouts", { key, headers, body });
    expect([retry.status, retry.headers.get("idempotency-replayed")]).toEqual([201, "true"]);
    expect(await balancesOf(database, tenant)).toEqual({ available: 50_000, reserved: 50_000 });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("50 retries through a network that loses a third of the replies make one payout for each key", async ({
    databaseUrl,
    database,
  }) => {
    const { tenant, key } = await createMember(database, { available: 1_000_000n });
    await resolveDestination(database, tenant);
    await using network = await startProxy(databaseUrl);
    await using ingress = await startTestIngress(network.url);

    const references = new Map<string, Set<string>>();
    for (let attempt = 0; attempt < 50; attempt += 1) {
      const name = `key ${attempt % 5}`;
      if (attempt % 3 === 0) void network.loseAt("accept_payouts", "reply").then(network.cutAll);
      const response = await ingress.call("POST", "/v1/payouts", {
        key,
        headers: { "idempotency-key": name },
        body,
      });
      expect([201, 500, 503]).toContain(response.status);
      const seen = references.get(name) ?? new Set();
      if (response.status === 201) references.set(name, seen.add(response.data.reference));
    }
    expect([...references.values()].map((seen) => seen.size)).toEqual([1, 1, 1, 1, 1]);
    expect(await balancesOf(database, tenant)).toEqual({ available: 750_000, reserved: 250_000 });
    expect(await ledgerDrift(database)).toEqual([]);
  });
});
