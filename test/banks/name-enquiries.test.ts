import { describe, expect } from "vitest";
import { z } from "zod";
import { completeNameEnquiry, requestNameEnquiry, readNameEnquiry } from "../../sql/banks/name-enquiries.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { createMember } from "../helpers/create-member.ts";
import { eventually } from "../helpers/eventually.ts";
import { createFundedMerchant, queuedJobs } from "../helpers/records.ts";
import { startProvider } from "../gateways/http/start-provider.ts";
import { startTestWorkers } from "../helpers/platform/start-test-workers.ts";
import { test } from "../helpers/test.ts";

const account = { bankCode: "044", accountNumber: "0123456789" };

describe("a name enquiry", () => {
  test("requested many times at once is one row with one job", async ({ database }) => {
    const tenant = await createFundedMerchant(database);
    const ids = await Promise.all(
      Array.from({ length: 20 }, () => requestNameEnquiry(database, tenant, account)),
    );
    expect(new Set(ids).size).toBe(1);
    expect(await queuedJobs(database)).toHaveLength(1);
  });

  test("is completed once, and a later request starts a new one", async ({ database }) => {
    const tenant = await createFundedMerchant(database);
    const id = await requestNameEnquiry(database, tenant, account);
    expect(await readNameEnquiry(database, tenant, account, id!)).toBeNull();
    await completeNameEnquiry(database, id!, { status: "resolved", accountName: "ADAEZE OKAFOR" });
    await completeNameEnquiry(database, id!, { status: "unavailable", accountName: null });
    expect(await readNameEnquiry(database, tenant, account, id!)).toEqual({
      status: "resolved",
      accountName: "ADAEZE OKAFOR",
    });
    expect(await requestNameEnquiry(database, tenant, account)).not.toBe(id);
  });

  test("is not shared between merchants or environments", async ({ database }) => {
    const a = await createFundedMerchant(database);
    const b = await createFundedMerchant(database);
    const tenants = [a, b, { ...a, environment: "live" as const }];
    const ids = await Promise.all(tenants.map((tenant) => requestNameEnquiry(database, tenant, account)));
    expect(new Set(ids).size).toBe(3);
  });

  test("for an unknown or closed bank is refused", async ({ database }) => {
    const tenant = await createFundedMerchant(database);
    for (const bankCode of ["999", "030"]) {
      expect(await requestNameEnquiry(database, tenant, { ...account, bankCode })).toBeNull();
    }
    expect(await queuedJobs(database)).toEqual([]);
  });

  test("that nobody waits for any more is not sent to the bank, unless it was requested again", async ({
    database,
    databaseUrl,
  }) => {
    await using provider = await startProvider();
    const tenant = await createFundedMerchant(database, 0n, "live");
    const again = { ...account, accountNumber: "0000000001" };
    const givenUp = (await requestNameEnquiry(database, tenant, account))!;
    const shared = (await requestNameEnquiry(database, tenant, again))!;
    await database.query(sql.type(z.object({}))`
      update name_enquiries set inserted_at = inserted_at - interval '21 s',
        last_requested_at = last_requested_at - interval '21 s'`);
    expect(await requestNameEnquiry(database, tenant, again)).toBe(shared);

    await using _workers = await startTestWorkers(databaseUrl, provider.env);
    await eventually(async () => {
      expect(await readNameEnquiry(database, tenant, account, givenUp)).toEqual({
        status: "unavailable",
        accountName: null,
      });
      expect(await readNameEnquiry(database, tenant, again, shared)).toMatchObject({ status: "resolved" });
    });
    expect(provider.sent.name).toMatchObject([again]);
  });

  test("is refused with 429 while a hundred of the merchant wait, and nothing is stored", async ({
    ingress,
    database,
  }) => {
    const { tenant, key } = await createMember(database);
    const numbered = (number: number) => ({ ...account, accountNumber: String(number).padStart(10, "0") });
    for (let number = 1; number <= 100; number += 1)
      await requestNameEnquiry(database, tenant, numbered(number));

    const refused = await ingress.call("POST", "/v1/banks/verify-account", { key, body: numbered(101) });
    expect(refused).toMatchObject({ status: 429, error: { code: "RATE_LIMITED" } });
    expect(refused.headers.get("retry-after")).toBe("5");
    const rows = sql.type(z.object({ n: z.number() }))`select count(*)::integer as n from name_enquiries`;
    expect(await database.oneFirst(rows)).toBe(100);
    expect(await queuedJobs(database)).toHaveLength(100);

    // One that waits already may be joined, and another merchant or environment has a hundred of its own.
    expect(await requestNameEnquiry(database, tenant, numbered(7))).not.toBeNull();
    const others = await createFundedMerchant(database);
    for (const other of [others, { ...tenant, environment: "live" as const }])
      expect(await requestNameEnquiry(database, other, account)).not.toBeNull();
  });
});
