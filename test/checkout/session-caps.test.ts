import { randomBytes } from "node:crypto";
import { describe, expect } from "vitest";
import { z } from "zod";
import { payerNetworks } from "../../ingress/checkout/payer-networks.ts";
import type { Database } from "../../sql/process/database.ts";
import { showCheckoutSession, startCheckoutSession } from "../../sql/checkout/checkout.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { testEncryptionKeys } from "../helpers/encryption-key.ts";
import {
  createFundedMerchant,
  createLink,
  eventTypes,
  payIn,
  provisionVirtualAccount,
} from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { bearer, newToken, payer } from "./checkout-records.ts";

const networksOf = (ip: string) => payerNetworks(testEncryptionKeys, ip);
const start = (
  database: Database,
  slug: string,
  networks: readonly Buffer[] = [],
  tokenHash = randomBytes(32),
) => startCheckoutSession(database, { slug, tokenHash, email: payer.email, amount: null, networks });

type Opened = { networks?: readonly Buffer[]; minutesAgo?: number };

/** Writes `count` open sessions of a link, quicker than they can be started. */
const openMany = (database: Database, slug: string, count: number, opened: Opened = {}) => {
  const { networks: [network, wideNetwork] = [], minutesAgo = 0 } = opened;
  return database.query(sql.type(z.object({}))`
    with link as (select * from payment_links where slug = ${slug}),
    accounts as (
      insert into virtual_accounts (
        reference, merchant_id, environment, customer_email, payment_link_id, amount, currency, expires_in_minutes,
        created_at, expires_at
      )
      select new_reference('va'), l.merchant_id, l.environment, ${payer.email}, l.id, 500000, 'NGN', 30,
        now(), now() + interval '30 minutes'
      from link l, generate_series(1, ${count})
      returning id, payment_link_id
    )
    insert into checkout_sessions (token_hash, payment_link_id, virtual_account_id, created_at, network, wide_network)
    select sha256(convert_to(gen_random_uuid()::text, 'utf8')), payment_link_id, id,
      now() - make_interval(mins => ${minutesAgo}), ${network ? sql.binary(network) : null}::bytea,
      ${wideNetwork ? sql.binary(wideNetwork) : null}::bytea
    from accounts`);
};

const statuses = async (database: Database) =>
  Object.fromEntries(
    (
      await database.any(sql.type(z.object({ status: z.string(), n: z.bigint() }))`
        select status, count(*) as n from virtual_accounts group by status`)
    ).map(({ status, n }) => [status, Number(n)]),
  );

describe("open checkout sessions", () => {
  test("of one network are at most 250 at a merchant, also if they start at once", async ({ database }) => {
    const tenant = await createFundedMerchant(database);
    const [slug, otherLink] = [await createLink(database, tenant), await createLink(database, tenant)];
    const elsewhere = await createLink(database, await createFundedMerchant(database));
    const networks = networksOf("203.0.113.7");
    await openMany(database, slug, 247, { networks });
    const atOnce = await Promise.all(Array.from({ length: 12 }, () => start(database, slug, networks)));
    const outcomes = atOnce.map(({ outcome }) => outcome);
    expect(outcomes.toSorted()).toEqual([...Array(9).fill("network_full"), ...Array(3).fill("started")]);

    expect((await start(database, otherLink, networks)).outcome).toBe("network_full");
    expect((await start(database, elsewhere, networks)).outcome).toBe("started");
    expect((await start(database, slug, networksOf("203.0.113.8"))).outcome).toBe("started");
  });

  test("of a few addresses leave a link open to everybody else", async ({ database }) => {
    const slug = await createLink(database, await createFundedMerchant(database));
    const attackers = Array.from({ length: 20 }, (_, n) => networksOf(`198.51.100.${n}`));
    // Four networks take all sessions that one network may have.
    for (const networks of attackers.slice(0, 4)) await openMany(database, slug, 250, { networks });
    for (const networks of attackers.slice(0, 4))
      expect((await start(database, slug, networks)).outcome).toBe("network_full");
    for (const networks of attackers.slice(4)) {
      await openMany(database, slug, 49, { networks });
      expect((await start(database, slug, networks)).outcome).toBe("started");
      expect((await start(database, slug, networks)).outcome).toBe("network_full");
    }
    expect((await start(database, slug, networksOf("192.0.2.1"))).outcome).toBe("started");
  });

  test("of IPv6 are counted by /56 and by /48", async ({ database }) => {
    const tenant = await createFundedMerchant(database);
    const [slug, otherLink] = [await createLink(database, tenant), await createLink(database, tenant)];
    const at = (subnet: string) => networksOf(`2001:db8:7:${subnet}::1`);
    for (const subnet of ["100", "200", "300"]) await openMany(database, slug, 250, { networks: at(subnet) });
    expect((await start(database, otherLink, at("1ff"))).outcome).toBe("network_full");
    await openMany(database, slug, 249, { networks: at("400") });
    expect((await start(database, otherLink, at("500"))).outcome).toBe("started");
    // That was the thousandth of the /48.
    expect((await start(database, otherLink, at("600"))).outcome).toBe("network_full");
    expect((await start(database, otherLink, networksOf("2001:db8:8::1"))).outcome).toBe("started");
  });

  test("count no more once they are paid or over, and a full network still finds its own", async ({
    database,
  }) => {
    const slug = await createLink(database, await createFundedMerchant(database), { linkType: "reusable" });
    const networks = networksOf("203.0.113.7");
    const tokenHash = randomBytes(32);
    const mine = await start(database, slug, networks, tokenHash);
    await openMany(database, slug, 249, { networks });
    expect((await start(database, slug, networks)).outcome).toBe("network_full");
    expect(await start(database, slug, networks, tokenHash)).toEqual(mine);
    const { reference } = await provisionVirtualAccount(database, mine.virtualAccountId!);
    await payIn(database, reference, 500_000n);
    expect((await start(database, slug, networks)).outcome).toBe("started");
    expect((await start(database, slug, networks)).outcome).toBe("network_full");
  });

  test("are at most 2,000 of a link and 10,000 of a merchant", async ({ database }) => {
    const tenant = await createFundedMerchant(database);
    const slugs = [await createLink(database, tenant), await createLink(database, tenant)] as const;
    await openMany(database, slugs[0], 1_999);
    const atOnce = await Promise.all(Array.from({ length: 4 }, () => start(database, slugs[0])));
    expect(atOnce.map(({ outcome }) => outcome).toSorted()).toEqual([
      ...Array(3).fill("link_full"),
      "started",
    ]);
    expect((await start(database, slugs[1])).outcome).toBe("started");

    await openMany(database, slugs[1], 7_998 - 1);
    await openMany(database, await createLink(database, tenant), 1);
    await openMany(database, await createLink(database, tenant), 1);
    const another = await createLink(database, tenant);
    expect((await start(database, another)).outcome).toBe("merchant_full");
    const elsewhere = await createLink(database, await createFundedMerchant(database));
    expect((await start(database, elsewhere)).outcome).toBe("started");
  });

  test("that no page came back for make room on a full link, and nobody is told", async ({ database }) => {
    const tenant = await createFundedMerchant(database);
    const slug = await createLink(database, tenant);
    const tokenHash = randomBytes(32);
    const seen = await start(database, slug, [], tokenHash);
    await provisionVirtualAccount(database, seen.virtualAccountId!);
    await showCheckoutSession(database, slug, tokenHash);
    const unseen = await start(database, slug);
    await provisionVirtualAccount(database, unseen.virtualAccountId!);
    await database.query(sql.type(z.object({}))`
      update checkout_sessions set created_at = now() - interval '3 minutes'`);
    await openMany(database, slug, 98, { minutesAgo: 3 });
    await openMany(database, slug, 1_900, { minutesAgo: 1 });
    expect(await statuses(database)).toEqual({ active: 2, provisioning: 1_998 });

    expect((await start(database, slug)).outcome).toBe("started");
    // The one that was shown, and those of the last two minutes, stay.
    expect(await statuses(database)).toEqual({
      active: 1,
      expired: 1,
      failed: 98,
      provisioning: 1_901,
    });
    expect(await eventTypes(database, tenant)).toEqual([]);
  });

  test("that are too many get 429, with a time to wait", async ({ database, ingress }) => {
    const slug = await createLink(database, await createFundedMerchant(database));
    await openMany(database, slug, 250, { networks: networksOf("127.0.0.1") });
    const refused = await ingress.call("POST", `/pay/${slug}/session`, {
      ...bearer(newToken()),
      body: payer,
    });
    expect(refused).toMatchObject({ status: 429, error: { code: "RATE_LIMITED" } });
    expect(refused.headers.get("retry-after")).toBe("60");
  });
});

test("a payer's network is stored as a hash that another key does not give", () => {
  const otherKeys = { current: randomBytes(32) };
  expect(networksOf("203.0.113.7")).toHaveLength(1);
  expect(networksOf("2001:db8::1")).toHaveLength(2);
  expect(networksOf("203.0.113.7")).toEqual(networksOf("203.0.113.7"));
  expect(networksOf("203.0.113.7")).not.toEqual(payerNetworks(otherKeys, "203.0.113.7"));
});
