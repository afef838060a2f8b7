import pg from "pg";
import { describe, expect } from "vitest";
import { z } from "zod";
import { createNameEnquiries } from "../../ingress/banks/name-enquiries.ts";
import { RESULTS_CHANNEL } from "../../sql/results/results.ts";
import {
  finishNameEnquiries,
  openNameEnquiries,
  readNameEnquiries,
  requestNameEnquiries,
  requestNameEnquiry,
  type NameEnquiryResult,
  type OpenEnquiry,
} from "../../sql/banks/name-enquiries.ts";
import type { Database } from "../../sql/process/database.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { createNameEnquiryCalls } from "../../workers/banks/name-enquiry-calls.ts";
import { createMember } from "../helpers/create-member.ts";
import { countTrips } from "../helpers/database/count-trips.ts";
import { rowsReadWhile } from "../helpers/database/rows-read-by.ts";
import { eventually } from "../helpers/eventually.ts";
import { startProxy } from "../helpers/outside/start-proxy.ts";
import { startTestIngress } from "../helpers/platform/start-test-ingress.ts";
import { createFundedMerchant, queuedJobs } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";

const bankCode = "044";
const account = (number: number) => ({ bankCode, accountNumber: String(number).padStart(10, "0") });
const named = (name: string): NameEnquiryResult => ({ status: "resolved", accountName: name });
const times = <Result>(count: number, make: (index: number) => Result) =>
  Array.from({ length: count }, (_, index) => make(index));
const noRow = sql.type(z.object({}));
const soon = () => performance.now() + 8_000;

async function askAll(database: Database, asked: (Tenant & ReturnType<typeof account>)[]) {
  const decisions = await requestNameEnquiries(database, asked[0]!.environment, asked);
  return decisions.map(({ outcome, enquiryId: id }) => {
    if (id === null) throw new Error(`refused: ${outcome}`);
    return id;
  });
}

/** These enquiries, which are pending, as a worker opens them. */
async function openAll(database: Database, ids: readonly bigint[]) {
  return (await openNameEnquiries(database, ids)).map((enquiry) => enquiry!);
}

/** The results of these enquiries, read as their merchants do. */
const readAll = (database: Database, enquiries: OpenEnquiry[]) =>
  readNameEnquiries(database, enquiries[0]!.environment, enquiries.map(asAsked));

const asAsked = ({ id, merchantId, bankCode: bank, accountNumber }: OpenEnquiry) => ({
  id,
  merchantId,
  bankCode: bank,
  accountNumber,
});

/** Another transaction that holds an enquiry until it is released. */
async function hold(databaseUrl: string, id: bigint) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("begin");
  await client.query("select from name_enquiries where id = $1 for update", [id]);
  return { release: () => client.query("rollback"), [Symbol.asyncDispose]: () => client.end() };
}

describe("a call for several name enquiries", () => {
  test("decides each by itself, and equal ones share a row and a job", async ({ fileDatabase: database }) => {
    const [one, full] = [await createFundedMerchant(database), await createFundedMerchant(database)];
    for (let from = 0; from < 98; from += 49)
      await askAll(
        database,
        times(49, (n) => ({ ...full, ...account(from + n) })),
      );
    const asked = [
      { ...one, ...account(1) },
      { ...one, ...account(1), bankCode: "999" },
      { ...full, ...account(1) },
      { ...full, ...account(200) },
      { ...one, ...account(1) },
      { ...full, ...account(201) },
      { ...full, ...account(202) },
      { ...full, ...account(200) },
      { ...full, ...account(203), bankCode: "030" },
    ];
    const decisions = await requestNameEnquiries(database, "test", asked);
    expect(decisions.map(({ outcome }) => outcome)).toEqual([
      "requested",
      "bank_unknown",
      "requested",
      "requested",
      "requested",
      "requested",
      "too_many_waiting",
      "requested",
      "bank_unknown",
    ]);
    const ids = decisions.map(({ enquiryId }) => enquiryId);
    expect(ids[4]).toBe(ids[0]);
    expect(ids[7]).toBe(ids[3]);
    // What the full merchant had is joined, and it has a hundred now.
    expect(new Set(ids.filter((id) => id !== null)).size).toBe(4);
    expect(await queuedJobs(database)).toHaveLength(98 + 3);
    expect(await openNameEnquiries(database, [ids[0]!, ids[3]!])).toMatchObject([
      { accountNumber: account(1).accountNumber },
      { accountNumber: account(200).accountNumber },
    ]);
  });

  test("gives each row and job its own merchant and trace", async ({ database }) => {
    const tenants = [await createFundedMerchant(database), await createFundedMerchant(database)];
    const traces = times(2, (n) => `${n}`.repeat(32));
    const asked = tenants.map((tenant, n) => ({ ...tenant, ...account(1), traceId: traces[n] }));
    const ids = await askAll(database, asked);
    expect(new Set(ids).size).toBe(2);
    const row = z.object({ id: z.bigint(), merchant_id: z.bigint(), trace: z.string(), flags: z.json() });
    const rows = await database.any(sql.type(row)`
      select n.id, n.merchant_id, replace(j.payload ->> 'trace', '-', '') as trace, j.flags
      from name_enquiries n join queue_test_lookups._private_jobs j on j.key = 'enquire_name:' || n.id
      order by n.merchant_id`);
    expect(rows).toEqual(
      tenants.map(({ merchantId }, n) => ({
        id: ids[n],
        merchant_id: merchantId,
        trace: traces[n],
        flags: { [`merchant:${merchantId}`]: true },
      })),
    );
  });

  test("does not wait for one that somebody else has locked", async ({
    fileDatabase: database,
    fileDatabaseUrl: databaseUrl,
  }) => {
    const tenant = await createFundedMerchant(database);
    const id = (await requestNameEnquiry(database, tenant, account(1)))!;
    await using _held = await hold(databaseUrl, id);
    const [joined, other] = await askAll(database, [
      { ...tenant, ...account(1) },
      { ...tenant, ...account(2) },
    ]);
    expect(joined).toBe(id);
    expect(other).not.toBe(id);
  });

  test("reads none of those that others wait for, however many", async ({ database }) => {
    const tenants = await Promise.all(times(6, () => createFundedMerchant(database)));
    const read = (from: number) =>
      rowsReadWhile(database, async (connection) => {
        const id = (await requestNameEnquiry(connection, tenants[0]!, account(from)))!;
        expect(await requestNameEnquiry(connection, tenants[0]!, account(from))).toBe(id);
        const [enquiry] = await openNameEnquiries(connection, [id]);
        const ends = [{ enquiry: enquiry!, result: named("ADAEZE OKAFOR") }];
        await finishNameEnquiries(connection, ends, { waits: false });
      });
    const before = await read(1);
    for (const tenant of tenants.slice(1))
      await requestNameEnquiries(
        database,
        "test",
        times(100, (n) => ({ ...tenant, ...account(n) })),
      );
    expect(await read(2)).toBeLessThan(before + 20);
  });

  test("notifies all results in one notification, and the second result of one changes nothing", async ({
    database,
    databaseUrl,
  }) => {
    const tenants = await Promise.all(times(2, () => createFundedMerchant(database)));
    const ids = await askAll(
      database,
      times(250, (n) => ({ ...tenants[0]!, merchantId: tenants[n % 2]!.merchantId, ...account(n % 90) })),
    ).then((all) => [...new Set(all)].toSorted());
    const listener = new pg.Client({ connectionString: databaseUrl });
    await listener.connect();
    const heard: string[] = [];
    listener.on("notification", ({ payload }) => heard.push(payload!));
    await listener.query(`listen ${RESULTS_CHANNEL}`);
    const enquiries = await openAll(database, ids);
    const ends = enquiries.map((enquiry) => ({ enquiry, result: named(`HOLDER ${enquiry.id}`) }));
    expect(await finishNameEnquiries(database, ends, { waits: false })).toEqual([]);
    await listener.query("select 1");
    expect(heard).toHaveLength(1);
    expect(heard[0]!.split(" ").toSorted()).toEqual(ids.map((id) => `name_enquiry:${id}`).toSorted());

    const notFound = { status: "not_found", accountName: null } as const;
    const again = enquiries.map((enquiry) => ({ enquiry, result: notFound }));
    expect(await finishNameEnquiries(database, again, { waits: true })).toEqual([]);
    await listener.query("select 1");
    await listener.end();
    expect(heard).toHaveLength(1);
    expect(await readAll(database, enquiries)).toEqual(ids.map((id) => named(`HOLDER ${id}`)));
  });
});

describe("an enquiry whose id was given again, as after a crash of the database", () => {
  test.for(["merchant", "environment", "bank", "account"] as const)(
    "is not ended by a worker, nor read by a request, that knew it of another %s",
    async (what, { fileDatabase: database }) => {
      const [tenant, stranger] = [await createFundedMerchant(database), await createFundedMerchant(database)];
      const id = (await requestNameEnquiry(database, tenant, account(1)))!;
      const [now] = await openAll(database, [id]);
      const before: OpenEnquiry = {
        ...now!,
        ...(what === "merchant" && { merchantId: stranger.merchantId }),
        ...(what === "environment" && { environment: "live" }),
        ...(what === "bank" && { bankCode: "058" }),
        ...(what === "account" && { accountNumber: account(2).accountNumber }),
      };
      const calls = createNameEnquiryCalls(database);
      await calls.finish(before, named("OF ANOTHER"));
      expect(await readAll(database, [now!])).toEqual([null]);
      // The ends of both may be in one call.
      const both = [before, now!, before].map((enquiry) => ({
        enquiry,
        result: named(enquiry === now ? "ITS OWN" : "OF ANOTHER"),
      }));
      expect(await finishNameEnquiries(database, both, { waits: false })).toEqual([]);
      expect(await readAll(database, [now!])).toEqual([named("ITS OWN")]);

      expect(await readAll(database, [before])).toEqual([null]);
      // Those who wait for either may share a call as well.
      if (what !== "environment")
        expect(await readAll(database, [before, now!])).toEqual([null, named("ITS OWN")]);
    },
  );
});

describe("name enquiries of several merchants that come together", () => {
  test("share round trips, and each gets the name that was found for its own", async ({
    database,
    databaseUrl,
  }) => {
    const counter = countTrips();
    await using wire = await startProxy(databaseUrl, counter.watch);
    await using ingress = await startTestIngress(wire.url);
    const members = await Promise.all(times(10, () => createMember(database)));
    const verify = (key: string) =>
      ingress.call("POST", "/v1/banks/verify-account", { key, body: account(1) });
    for (const { key } of members) await ingress.call("GET", "/v1/banks", { key });

    const before = counter.trips();
    const asked = Promise.all(members.flatMap(({ key }) => [verify(key), verify(key)]));
    const pending = await eventually(async () => {
      const rows = await database.any(sql.type(z.object({ id: z.bigint(), merchant_id: z.bigint() }))`
        select id, merchant_id from name_enquiries where status = 'pending'`);
      expect(rows).toHaveLength(10);
      return rows;
    });
    const enquiries = await openAll(
      database,
      pending.map(({ id }) => id),
    );
    const ends = enquiries.map((enquiry) => ({
      enquiry,
      result: named(`HOLDER OF ${enquiry.merchantId}`),
    }));
    await finishNameEnquiries(database, ends, { waits: false });
    const responses = await asked;
    expect(responses.map(({ data }) => data.accountName)).toEqual(
      members.flatMap(({ tenant }) => times(2, () => `HOLDER OF ${tenant.merchantId}`)),
    );
    // One by one: the key, the request, and the result once it is notified.
    expect(counter.trips() - before).toBeLessThan(0.75 * 3 * responses.length);
  });

  test("do not fail with the one that the database refuses", async ({ database }) => {
    const enquiries = createNameEnquiries(database);
    const tenants = await Promise.all(times(4, () => createFundedMerchant(database)));
    const nobody: Tenant = { merchantId: 999_999n, environment: "test" };
    const results = await Promise.allSettled(
      [...tenants, nobody, ...tenants].map((tenant) => enquiries.request(tenant, account(1), soon())),
    );
    expect(results.map(({ status }) => status)).toEqual([
      ...times(4, () => "fulfilled"),
      "rejected",
      ...times(4, () => "fulfilled"),
    ]);
    expect(await queuedJobs(database)).toHaveLength(4);
  });

  test("are asked again where the call deadlocked with another process's", async ({ database }) => {
    await database.query(noRow`create sequence calls`);
    await database.query(noRow`
      create function deadlock_once() returns trigger language plpgsql security definer as $$
      begin
        if nextval('calls') = 1 then raise 'deadlock detected' using errcode = '40P01'; end if;
        return new;
      end $$`);
    await database.query(noRow`
      create trigger deadlock_once before insert on name_enquiries for each row execute function deadlock_once()`);
    const enquiries = createNameEnquiries(database);
    const tenants = await Promise.all(times(3, () => createFundedMerchant(database)));
    const decided = await Promise.all(tenants.map((tenant) => enquiries.request(tenant, account(1), soon())));
    expect(decided.map(({ outcome }) => outcome)).toEqual(times(3, () => "requested"));
    expect(await queuedJobs(database)).toHaveLength(3);
    // The call that failed counted too.
    expect(
      await database.oneFirst(sql.type(z.object({ n: z.bigint() }))`select last_value as n from calls`),
    ).toBe(4n);
  });

  test("are live and test ones in calls of their own", async ({ database }) => {
    const enquiries = createNameEnquiries(database);
    const tenant = await createFundedMerchant(database);
    const both = (["test", "live"] as const).map((environment) => ({ ...tenant, environment }));
    const ids = await Promise.all(
      times(10, (n) => both.map((each) => enquiries.request(each, account(n), soon()))).flat(),
    );
    expect(new Set(ids.map(({ enquiryId }) => enquiryId)).size).toBe(20);
    const counts = await database.any(sql.type(z.object({ environment: z.string(), jobs: z.number() }))`
      select substring(queue from 'live|test') as environment, count(*)::integer as jobs
      from queued_jobs where key like 'enquire_name:%' group by 1 order by 1`);
    expect(counts).toEqual([
      { environment: "live", jobs: 10 },
      { environment: "test", jobs: 10 },
    ]);
  });

  test("race for the same accounts with those that end them, and every one of fifty has a result", async ({
    fileDatabase: database,
  }) => {
    // As two processes of each kind do.
    const ingresses = [createNameEnquiries(database), createNameEnquiries(database)];
    const workers = [createNameEnquiryCalls(database), createNameEnquiryCalls(database)];
    const tenants = await Promise.all(times(3, () => createFundedMerchant(database)));
    let isOver = false;
    const ending = (async () => {
      while (!isOver) {
        const ids = await database.anyFirst(sql.type(z.object({ id: z.bigint() }))`
          select id from name_enquiries where status = 'pending' order by random()`);
        const open = await openAll(database, ids);
        // Each job runs twice at the same time.
        await Promise.all(
          open.flatMap((enquiry) => workers.map((calls) => calls.finish(enquiry, named(`OF ${enquiry.id}`)))),
        );
      }
    })();
    const ask = async (n: number) => {
      const tenant = tenants[n % 3]!;
      const decided = await ingresses[n % 2]!.request(tenant, account(n % 2), soon());
      const id = decided.enquiryId!;
      const read = () => ingresses[n % 2]!.read(tenant, account(n % 2), id, soon());
      return eventually(async () => expect(await read()).toEqual(named(`OF ${id}`)));
    };
    for (let round = 0; round < 4; round += 1) await Promise.all(times(50, ask));
    isOver = true;
    await ending;
  });
});

describe("results that workers store together", () => {
  test("do not wait for the enquiry that somebody else has locked, which is finished when it is free", async ({
    fileDatabase: database,
    fileDatabaseUrl: databaseUrl,
  }) => {
    const calls = createNameEnquiryCalls(database);
    const tenant = await createFundedMerchant(database);
    const ids = await askAll(
      database,
      times(5, (n) => ({ ...tenant, ...account(n) })),
    );
    const enquiries = await openAll(database, ids);
    await using held = await hold(databaseUrl, ids[0]!);
    let waits = true;
    const ofHeld = calls.finish(enquiries[0]!, named("HELD")).finally(() => (waits = false));
    await Promise.all(enquiries.slice(1).map((enquiry) => calls.finish(enquiry, named("FREE"))));
    expect(waits).toBe(true);
    expect(await calls.open(ids[0]!)).not.toBeNull();
    expect(await calls.open(ids[1]!)).toBeNull();
    await held.release();
    await ofHeld;
    expect(await readAll(database, enquiries)).toEqual([named("HELD"), ...times(4, () => named("FREE"))]);
  });

  test("do not fail with the one that the database refuses", async ({ fileDatabase: database }) => {
    const calls = createNameEnquiryCalls(database);
    const tenant = await createFundedMerchant(database);
    const ids = await askAll(
      database,
      times(5, (n) => ({ ...tenant, ...account(n) })),
    );
    const enquiries = await openAll(database, ids);
    const broken = { status: "resolved", accountName: null } as never;
    const results = await Promise.allSettled(
      enquiries.map((enquiry, n) => calls.finish(enquiry, n === 2 ? broken : named("FINE"))),
    );
    expect(results.map(({ status }) => status)).toEqual([
      ...times(2, () => "fulfilled"),
      "rejected",
      ...times(2, () => "fulfilled"),
    ]);
    expect((await openNameEnquiries(database, ids)).filter((open) => open !== null)).toHaveLength(1);
  });
});
