import { describe, expect } from "vitest";
import {
  completeNameEnquiry,
  requestNameEnquiry,
  readNameEnquiry,
} from "../../sql/queries/name-enquiries.ts";
import { createFundedMerchant, queuedJobs } from "../helpers/records.ts";
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
    expect(await readNameEnquiry(database, id!)).toBeNull();
    await completeNameEnquiry(database, id!, { status: "resolved", account_name: "ADAEZE OKAFOR" });
    await completeNameEnquiry(database, id!, { status: "unavailable", account_name: null });
    expect(await readNameEnquiry(database, id!)).toEqual({
      status: "resolved",
      account_name: "ADAEZE OKAFOR",
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
});
