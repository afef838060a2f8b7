import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { z } from "zod";
import { bankTypes } from "../../sql/banks/bank.ts";
import { findProviderCode, listBanks } from "../../sql/banks/banks.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import type { ApiResponse, Call } from "../helpers/call.ts";
import { createMember } from "../helpers/create-member.ts";
import { eventually } from "../helpers/eventually.ts";
import { test } from "../helpers/test.ts";

/** What the directory had when it listed banks alone, by name. Merchants have stored these codes. */
const firstBanks =
  "044 063 304 023 559 050 070 011 214 501 103 562 058 301 082 303 107 104 076 105 101 502 106 221 068 232 100 302 102 " +
  "032 033 215 035 057";
/** It is not certain whom these codes mean, but for 030, which was closed, and 110007, which holds no accounts. */
const inactive = "030 090005 090107 090629 110007 125 413 50315 50739 801";

const text = z.object({ text: z.string() });
const count = z.object({ n: z.number() });

const refusalOf = ({ status, error }: ApiResponse) => [status, error.code, error.details];

const sendTo = (call: Call, key: string, destination: unknown) =>
  call("POST", "/v1/payouts", {
    key,
    headers: { "idempotency-key": randomUUID() },
    body: { amount: { value: 100_000, currency: "NGN" }, destination },
  });

describe("the directory", () => {
  test("has 172 institutions, of which those whose code is certain are listed", async ({ fileDatabase }) => {
    const all = sql.type(count)`select count(*)::integer as n from banks`;
    expect(await fileDatabase.oneFirst(all)).toBe(172);
    const held = sql.type(text)`select code as text from banks where not active order by code collate "C"`;
    expect((await fileDatabase.anyFirst(held)).join(" ")).toBe(inactive);
    expect(await listBanks(fileDatabase)).toHaveLength(162);
  });

  test("keeps the former codes, in their order, and every type is in use", async ({ fileDatabase }) => {
    const banks = await listBanks(fileDatabase);
    const codes = banks.map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.filter((code) => firstBanks.split(" ").includes(code)).join(" ")).toBe(firstBanks);
    expect([...new Set(banks.map(({ type }) => type))].toSorted()).toEqual([...bankTypes]);
  });

  test("has NIP codes of six digits, none of which is the code of another institution", async ({
    fileDatabase,
  }) => {
    const known = sql.type(text)`select nip_code as text from banks where nip_code is not null`;
    const codes = await fileDatabase.anyFirst(known);
    expect(codes.filter((code) => !/^\d{6}$/.test(code))).toEqual([]);
    expect([codes.length, new Set(codes).size]).toEqual([169, 169]);
    expect(
      await fileDatabase.anyFirst(sql.type(text)`
        select b.code as text from banks b join banks other on other.nip_code = b.code and other.code <> b.code`),
    ).toEqual([]);
  });
});

describe("the code of a provider", () => {
  test.for([
    ["304", "000304", "000037", null],
    ["103", "00103", "000027", null],
    ["302", "302", "000026", null],
    ["562", "562", "060004", null],
    ["999992", "999992", "100004", "305"],
    ["50515", "50515", "090405", "50515"],
    ["035A", "035A", null, null],
  ] as const)("of %s is %s, %s and %s", async ([bankCode, ...expected], { fileDatabase }) => {
    const found = ["paystack", "flutterwave", "monnify"].map((gateway) =>
      findProviderCode(fileDatabase, gateway, bankCode),
    );
    expect(await Promise.all(found)).toEqual(expected);
  });

  test("means one institution, which no other provider's codes change", async ({ fileDatabase }) => {
    // At Flutterwave they were wallets and a microfinance bank.
    expect(
      await fileDatabase.anyFirst(sql.type(text)`
        select provider_code as text from bank_provider_codes
        where gateway = 'flutterwave' and provider_code in ('302', '303', '304', '501')`),
    ).toEqual([]);
    expect(
      await fileDatabase.any(sql.type(z.object({ gateway: z.string(), n: z.number(), codes: z.number() }))`
        select gateway, count(*)::integer as n, count(distinct provider_code)::integer as codes
        from bank_provider_codes group by gateway order by gateway`),
    ).toEqual([
      { gateway: "flutterwave", n: 158, codes: 158 },
      { gateway: "monnify", n: 23, codes: 23 },
      { gateway: "paystack", n: 119, codes: 119 },
    ]);
  });

  test("of six digits at Flutterwave is the institution's NIP code", async ({ fileDatabase }) => {
    expect(
      await fileDatabase.anyFirst(sql.type(text)`
        select b.code as text from banks b join bank_provider_codes p on p.bank_code = b.code
        where p.gateway = 'flutterwave' and length(p.provider_code) = 6
          and p.provider_code is distinct from b.nip_code`),
    ).toEqual([]);
  });

  test("is known for every active institution at one of them, and for none that is held", async ({
    fileDatabase,
  }) => {
    expect(
      await fileDatabase.anyFirst(sql.type(text)`
        select code as text from banks
        where active <> exists (select from bank_provider_codes p where p.bank_code = code)`),
    ).toEqual([]);
  });
});

describe("a payout", () => {
  test.for(["058", "035A", "50515", "999991", "MFB50992"])(
    "to %s is verified and sent",
    async (bankCode, { fileDatabase, fileIngress: { call }, fileWorkers: _running }) => {
      const { key } = await createMember(fileDatabase, { available: 200_000n });
      const account = { bankCode, accountNumber: "0123456789" };
      const verified = await call("POST", "/v1/banks/verify-account", { key, body: account });
      expect(verified).toMatchObject({ status: 200, data: account });
      const sent = await sendTo(call, key, verified.data);
      expect(sent.status).toBe(201);
      await eventually(async () => {
        const { data } = await call("GET", `/v1/payouts/${sent.data.reference}`, { key });
        expect(data.status).toBe("succeeded");
      });
    },
  );

  // Those of another list, the held, and what has another form.
  test.for(["100033", "000013", "125", "413", "110007", "35", "035a", "MFB509921", "", 58, null, undefined])(
    "to %j is refused under the bank's field, as its name enquiry and the saving of it are",
    async (bankCode, { fileDatabase, fileIngress: { call } }) => {
      const { key } = await createMember(fileDatabase, { available: 200_000n });
      const account = { bankCode, accountNumber: "0123456789" };
      const refused = (field: string) => [
        422,
        "VALIDATION_ERROR",
        { [field]: expect.stringContaining("must be the code of a bank of GET /v1/banks") },
      ];
      const verified = await call("POST", "/v1/banks/verify-account", { key, body: account });
      expect(refusalOf(verified)).toEqual(refused("bankCode"));
      const saved = await call("POST", "/v1/payout-accounts", { key, body: account });
      expect(refusalOf(saved)).toEqual(refused("bankCode"));
      const sent = await sendTo(call, key, { ...account, accountName: "ADA" });
      expect(refusalOf(sent)).toEqual(refused("destination.bankCode"));
    },
  );
});
