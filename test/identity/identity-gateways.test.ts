import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect } from "vitest";
import { createLog } from "../../sql/process/logging.ts";
import { createLiveMember } from "../helpers/create-member.ts";
import { eventually } from "../helpers/eventually.ts";
import { startDojah } from "../gateways/dojah/start-dojah.ts";
import { startPrembly } from "../gateways/prembly/start-prembly.ts";
import { startProvider } from "../gateways/http/start-provider.ts";
import { startTestIngress } from "../helpers/platform/start-test-ingress.ts";
import { startTestWorkers } from "../helpers/platform/start-test-workers.ts";
import { balancesOf, createFundedMerchant, findEvents, ledgerDrift } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { check } from "./check-identity.ts";

const known = { identifier: "22222222222", phone: "+2348030000000" };
const nobody = { type: "nin" as const, identifier: "33333333333", phone: "08030000000" };
/** Of one live check, in kobo. */
const FEE = 5_375;

describe.each([
  { kind: "dojah", start: startDojah },
  { kind: "prembly", start: startPrembly },
])("a live identity check with LIVE_IDENTITY_GATEWAY=$kind", ({ start }) => {
  test("calls that provider alone, and charges only for found and not found", async ({
    database,
    databaseUrl,
  }) => {
    await using bank = await startProvider();
    await using provider = await start();
    provider.records.set(known.identifier, {
      first: "NGOZI",
      middle: "",
      last: "EZE",
      phones: ["08030000000"],
    });
    let lines = "";
    const log = createLog("workers", "warn", { write: (line) => void (lines += line) });
    await using _ = await startTestWorkers(databaseUrl, { ...bank.env, ...provider.env }, log);
    const tenant = await createFundedMerchant(database, 100_000n, "live");
    const paid = async () => 100_000 - Number((await balancesOf(database, tenant)).available);

    // Refused, unavailable or not understood: no result, no fee, nothing kept.
    for (const how of [
      ...(["empty balance", "wrong key", "register down", "break"] as const),
      ...(["a status that no document names", "a missing member"] as const),
    ]) {
      provider.misbehave(how, 1);
      expect(await check(database, tenant, known)).toBeNull();
    }
    expect([await paid(), provider.calls]).toEqual([0, 6]);
    for (const code of ["IDENTITY_LOOKUPS_REFUSED", "IDENTITY_STATUS_UNKNOWN"]) expect(lines).toContain(code);

    const found = await check(database, tenant, known);
    expect(found).toMatchObject({ verified: true, name: "NGOZI EZE", cacheHit: false });
    expect([await paid(), provider.calls]).toEqual([FEE, 7]);
    const wrongPhone = await check(database, tenant, { ...known, phone: "08039999999" });
    expect(wrongPhone).toMatchObject({ verified: false, cacheHit: true });

    expect(await check(database, tenant, nobody)).toMatchObject({ verified: false, cacheHit: false });
    expect(await check(database, tenant, nobody)).toMatchObject({ verified: false, cacheHit: true });
    expect([await paid(), provider.calls]).toEqual([2 * FEE, 8]);

    expect(bank.calls.identity).toBe(0);
    expect(lines).not.toMatch(/22222222222|33333333333|8030000000|NGOZI/);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("that takes longer than its caller waits is answered, kept and charged once for the next one", async ({
    database,
    databaseUrl,
  }) => {
    await using bank = await startProvider();
    await using provider = await start();
    provider.records.set(known.identifier, {
      first: "NGOZI",
      middle: "",
      last: "EZE",
      phones: ["08030000000"],
    });
    provider.misbehave("late", 1);
    await using _workers = await startTestWorkers(databaseUrl, { ...bank.env, ...provider.env });
    await using ingress = await startTestIngress(databaseUrl, { responseTimeoutMs: 1_000 });
    const { key, tenant } = await createLiveMember(database, 100_000n);
    const { identifier: bvn, phone } = known;
    const ask = () => ingress.call("POST", "/v1/kyc/bvn", { key, body: { bvn, phone } });
    const startedAt = performance.now();
    expect(await ask()).toMatchObject({ status: 500 });
    await eventually(() => expect(provider.calls).toBe(1));
    // The second one joins the first.
    expect(await ask()).toMatchObject({ status: 500 });
    // Longer than any other call of a provider may take.
    await sleep(Math.max(0, 7_000 - (performance.now() - startedAt)));
    provider.release();
    await eventually(async () => {
      const events = await findEvents(database, "kyc.succeeded", tenant);
      expect(events).toHaveLength(2);
    });
    expect(await ask()).toMatchObject({ status: 200, data: { verified: true, cacheHit: true } });
    expect(provider.calls).toBe(1);
    expect(await balancesOf(database, tenant)).toEqual({ available: 100_000 - FEE, reserved: 0 });
    expect(await ledgerDrift(database)).toEqual([]);
  });
});
