import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { findPage, type Filters, type Page, type Position } from "../../sql/process/pages.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import type { EventJson } from "../../sql/webhooks/events/event-json.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { createFundedMerchant } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";

const ROWS = 2_000;
/** How many come between two pages. */
const MORE = 10;

/** Events as the platform writes them, one every so many minutes back, to the full minute: many share their time. */
async function addEvents(database: Database, tenant: Tenant, count: number, everyMinutes = 1 / 7) {
  await database.query(sql.type(z.object({}))`
    insert into events (reference, merchant_id, environment, type, delivery_status, created_at)
    select new_reference('evt'), ${tenant.merchantId}, ${tenant.environment},
      case n % 2 when 0 then 'payout.succeeded' else 'payout.failed' end, 'not_sent',
      date_trunc('minute', now()) - make_interval(mins => floor(n * ${everyMinutes}::double precision)::integer)
    from generate_series(1, ${count}) n`);
}

async function walk(
  database: Database,
  tenant: Tenant,
  filters: Filters,
  between: () => Promise<unknown> = async () => {},
) {
  const seen: string[] = [];
  let after: Position | null = null;
  do {
    const page: Page<EventJson> = await findPage(database, "events", tenant, { limit: 100, after, filters });
    seen.push(...page.items.map((item) => item.reference));
    after = page.next;
    await between();
  } while (after !== null);
  return seen;
}

const references = (database: Database, condition = sql.fragment`true`) =>
  database.anyFirst(sql.type(z.object({ reference: z.string() }))`
    select reference from events where ${condition} order by created_at desc, id desc`);

describe("a list", () => {
  test("gives each of 2,000 rows once, in order, while others are inserted", async ({ database }) => {
    const tenant = await createFundedMerchant(database);
    await addEvents(database, tenant, ROWS);
    const before = await references(database);
    // What comes spreads over all that is there, and some of it is newer.
    const seen = await walk(database, tenant, {}, () => addEvents(database, tenant, MORE, ROWS / 7 / MORE));
    const known = new Set(before);
    expect(seen.filter((reference) => known.has(reference))).toEqual(before);
    expect(new Set(seen).size).toBe(seen.length);
    expect((await references(database)).length).toBeGreaterThanOrEqual(ROWS + (ROWS / 100) * MORE);
  });

  test("returns only what its filters match, page by page", async ({ database }) => {
    const tenant = await createFundedMerchant(database);
    await addEvents(database, tenant, 700);
    const hourAgo = new Date(Math.floor(Date.now() / 60_000 - 60) * 60_000).toISOString();
    expect(await walk(database, tenant, { type: "payout.failed" })).toEqual(
      await references(database, sql.fragment`type = 'payout.failed'`),
    );
    expect(await walk(database, tenant, { createdFrom: hourAgo })).toEqual(
      await references(database, sql.fragment`created_at >= ${hourAgo}::timestamptz`),
    );
    expect(await walk(database, tenant, { createdTo: hourAgo })).toEqual(
      await references(database, sql.fragment`created_at < ${hourAgo}::timestamptz`),
    );
    const [newest] = await references(database);
    expect(await walk(database, tenant, { reference: newest })).toEqual([newest]);
    expect(await walk(database, tenant, { reference: newest, type: "nothing" })).toEqual([]);
  });

  test("never shows another tenant's rows, with any filter", async ({ database }) => {
    const owner = await createFundedMerchant(database);
    await addEvents(database, owner, 5);
    const [reference] = await references(database);
    const stranger = await createFundedMerchant(database);
    for (const tenant of [stranger, { ...owner, environment: "live" as const }]) {
      expect(await walk(database, tenant, {})).toEqual([]);
      expect(await walk(database, tenant, { reference })).toEqual([]);
    }
  });
});
