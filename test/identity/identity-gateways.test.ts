import { describe, expect } from "vitest";
import { createLog } from "../../sql/logging.ts";
import { startDojah } from "../helpers/outside/start-dojah.ts";
import { startPrembly } from "../helpers/outside/start-prembly.ts";
import { startProvider } from "../helpers/outside/start-provider.ts";
import { startTestWorkers } from "../helpers/platform/start-test-workers.ts";
import { balancesOf, createFundedMerchant, ledgerDrift } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { check } from "./check-identity.ts";

const known = { identifier: "22222222222", phone: "+2348030000000" };
const nobody = { type: "nin" as const, identifier: "33333333333", phone: "08030000000" };
/** Of one live check, in kobo. */
const FEE = 5_000;

describe.each([
  { kind: "dojah", start: startDojah },
  { kind: "prembly", start: startPrembly },
])("a live identity check with LIVE_IDENTITY_GATEWAY=$kind", ({ start }) => {
  test("asks that provider alone, and charges only for found and not found", async ({
    database,
    databaseUrl,
  }) => {
    await using bank = await startProvider();
    await using provider = await start();
    provider.records.set(known.identifier, {
      ...{ first: "NGOZI", middle: "", last: "EZE", phones: ["08030000000"] },
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
});
