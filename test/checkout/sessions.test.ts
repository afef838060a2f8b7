import { randomBytes } from "node:crypto";
import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import {
  findCheckoutSession,
  simulateCheckoutTransfer,
  startCheckoutSession,
} from "../../sql/checkout/checkout.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import {
  createFundedMerchant,
  createLink,
  ledgerDrift,
  payIn,
  provisionVirtualAccount,
} from "../helpers/records.ts";
import { test } from "../helpers/test.ts";

const start = (database: Database, slug: string, tokenHash = randomBytes(32)) =>
  startCheckoutSession(database, { slug, tokenHash, email: "payer@example.com", amount: null, networks: [] });

const countAccounts = (database: Database, status: string) =>
  database.oneFirst(sql.type(z.object({ n: z.bigint() }))`
    select count(*) as n from virtual_accounts where status = ${status}`);

describe("a checkout session", () => {
  test("started many times at once with one token is one session with one account", async ({ database }) => {
    const tenant = await createFundedMerchant(database);
    const slug = await createLink(database, tenant);
    const tokenHash = randomBytes(32);
    const started = await Promise.all(Array.from({ length: 10 }, () => start(database, slug, tokenHash)));
    expect(new Set(started.map(({ virtualAccountId: id }) => id)).size).toBe(1);
    expect(started.every(({ outcome }) => outcome === "started")).toBe(true);
    expect(await countAccounts(database, "provisioning")).toBe(1n);
  });

  test("belongs to one link, even when two are started with one token at once", async ({ database }) => {
    const tenant = await createFundedMerchant(database);
    const stranger = await createFundedMerchant(database);
    for (let turn = 0; turn < 10; turn += 1) {
      const slugs = [await createLink(database, tenant), await createLink(database, stranger)];
      const tokenHash = randomBytes(32);
      const started = await Promise.all(slugs.map((slug) => start(database, slug, tokenHash)));
      expect(started.map(({ outcome }) => outcome).toSorted()).toEqual(["not_found", "started"]);
      const found = await Promise.all(slugs.map((slug) => findCheckoutSession(database, slug, tokenHash)));
      expect(found.filter((session) => session !== null)).toHaveLength(1);
    }
  });

  test("of a live link cannot be paid by simulation", async ({ database }) => {
    const slug = await createLink(database, await createFundedMerchant(database, 0n, "live"));
    const tokenHash = randomBytes(32);
    const { virtualAccountId: id } = await start(database, slug, tokenHash);
    await provisionVirtualAccount(database, id!);
    expect(await simulateCheckoutTransfer(database, { slug, tokenHash })).toMatchObject({
      outcome: "not_found",
    });
    expect((await findCheckoutSession(database, slug, tokenHash))?.session).toMatchObject({
      status: "awaiting_payment",
    });
  });

  test("does not delay another's payment of a one-time link; the sweep ends the rest", async ({
    database,
  }) => {
    const tenant = await createFundedMerchant(database);
    const slug = await createLink(database, tenant);
    const attempts = [];
    for (let n = 0; n < 130; n += 1)
      attempts.push(await provisionVirtualAccount(database, (await start(database, slug)).virtualAccountId!));
    const [paid, other] = attempts;
    expect(await payIn(database, paid!.reference, 500_000n)).toBe("settled");
    expect(await countAccounts(database, "active")).toBe(29n);

    // A payment for another session is no second sale, whether that session has ended or not.
    expect(await payIn(database, other!.reference, 500_000n)).toBe("suspended");
    expect(await payIn(database, attempts.at(-1)!.reference, 500_000n)).toBe("suspended");
    await database.query(sql.type(z.object({}))`select expire_virtual_accounts('test', '{}')`);
    expect(await countAccounts(database, "active")).toBe(0n);
    expect(await ledgerDrift(database)).toEqual([]);
  });
});
