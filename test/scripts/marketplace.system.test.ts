import { describe, expect } from "vitest";
import { findFreePort } from "../../scripts/postgres/find-free-port.ts";
import type { Database } from "../../sql/process/database.ts";
import { keepSigningSecret } from "../../sql/webhooks/endpoints/webhook-endpoints.ts";
import type { Call } from "../helpers/call.ts";
import { createMember } from "../helpers/create-member.ts";
import { testEncryptionKeys } from "../helpers/encryption-key.ts";
import type { TestIngress } from "../helpers/platform/start-test-ingress.ts";
import { balancesOf, ledgerDrift } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { pathOf, runScript } from "./run-script.ts";
import { saveDemo } from "./save-demo.ts";

/** Runs it for a merchant who has some money already, none of which is the program's. */
async function playMarketplace(database: Database, { url }: TestIngress, args: string[] = []) {
  const { tenant, key } = await createMember(database, { available: 12_345n });
  const webhookSecret = (await keepSigningSecret(database, testEncryptionKeys, tenant))!;
  const folder = await saveDemo({ baseUrl: url, merchant: "mer_x", secretKey: key, webhookSecret });
  const env = { DATA_DIR: folder, DEMO_SHOP_PORT: `${await findFreePort()}` };
  await using running = runScript(pathOf("examples/marketplace/main.ts"), args, { env });
  const code = await running.ended;
  return { tenant, key, code, stdout: running.stdout(), stderr: running.stderr() };
}

/** The statuses of what a list has, sorted. */
const statusesOf = async (call: Call, key: string, path: string): Promise<string[]> =>
  (await call("GET", `/v1/${path}`, { key })).data.map(({ status }: { status: string }) => status).toSorted();

/** Of an amount in naira with two decimals. */
const kobo = (naira = "") => Number(naira.replace(/\D/g, ""));

describe("npm run demo:marketplace", () => {
  test("ends with books that agree, whatever went wrong on payday, and names a row that is wrong by a kobo", async ({
    database,
    ingress,
    workers: _workers,
  }) => {
    const [played, wrong] = await Promise.all([
      playMarketplace(database, ingress),
      playMarketplace(database, ingress, ["--wrong-kobo"]),
    ]);
    const { tenant, key, code, stdout, stderr } = played;
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/\nIn all +(₦[\d,]+\.\d\d) +\1\n(.*\n)*The books agree\.\n$/);
    expect(await ledgerDrift(database)).toEqual([]);

    const { call } = ingress;
    const { data: batches } = await call("GET", "/v1/payout-batches", { key });
    const shown = batches.map(async ({ reference }: { reference: string }) => {
      const { status, items, names } = (await call("GET", `/v1/payout-batches/${reference}`, { key })).data;
      return { status, items, names };
    });
    expect(await Promise.all(shown)).toEqual([
      { status: "completed", items: { total: 2, succeeded: 2 }, names: { match: 2 } },
      {
        status: "completed",
        items: { total: 50, succeeded: 46, failed: 2, reversed: 1, skipped: 1 },
        names: { match: 45, close: 4, different: 1 },
      },
    ]);
    expect(await statusesOf(call, key, "unmatched-credits")).toEqual(["accepted", "returned", "returned"]);
    expect(await statusesOf(call, key, "refunds")).toEqual(Array(4).fill("succeeded"));

    // What the balance has more than before is owed to sellers, or the marketplace's.
    const [, owed, ours] = /Owed to sellers +₦(\S+)\nOurs +₦(\S+)\n/.exec(stdout)!;
    const available = 12_345 + kobo(owed) + kobo(ours);
    expect(await balancesOf(database, tenant)).toEqual({ available, reserved: 0 });

    const row =
      /^The books differ\.\nOrders, order-\w+-3 \(col_\w+\): ₦(\S+) in our tables, ₦(\S+) in the .* books\n$/;
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringMatching(row)]);
    const [, inTables, inBooks] = row.exec(wrong.stderr)!;
    expect(kobo(inTables)).toBe(kobo(inBooks) + 1);
  }, 300_000);
});
