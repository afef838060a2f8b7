import { gzipSync } from "node:zlib";
import { describe, expect } from "vitest";
import { createMember } from "../helpers/create-member.ts";
import { destination, resolveDestination } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import type { Call } from "../helpers/call.ts";

const money = '{"value": 1000, "currency": "NGN"}';
const payout = (amount: string, more = "") =>
  `{"amount": ${amount}, "destination": ${JSON.stringify(destination)} ${more}}`;

/** Sends a payout's body; the details tell what was wrong with it. */
async function refused(call: Call, key: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await call("POST", "/v1/payouts", {
    key,
    body,
    headers: { "idempotency-key": "k", ...headers },
  });
  return [response.status, response.error?.code, Object.keys(response.error?.details ?? {})];
}

describe("request bodies", () => {
  test("100 KB and not a byte more", async ({ fileIngress: { call }, fileDatabase }) => {
    const { key } = await createMember(fileDatabase);
    const body = (bytes: number) => `{"padding":"${"x".repeat(bytes - 14)}"}`;
    expect(body(500)).toHaveLength(500);
    expect(await refused(call, key, body(100 * 1024))).toEqual([
      422,
      "VALIDATION_ERROR",
      ["amount", "padding"],
    ]);
    expect(await refused(call, key, body(100 * 1024 + 1))).toEqual([413, "PAYLOAD_TOO_LARGE", []]);
    expect(await refused(call, key, body(3_000_000))).toEqual([413, "PAYLOAD_TOO_LARGE", []]);
  });

  test("1,000 values and not one more, because many small ones take longest", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { key } = await createMember(fileDatabase);
    // The object itself and its one array count too.
    const body = (numbers: number) => `{"odd": [${Array(numbers).fill(1).join(",")}]}`;
    expect(await refused(call, key, body(998))).toEqual([422, "VALIDATION_ERROR", ["amount", "odd"]]);
    expect(await refused(call, key, body(999))).toEqual([422, "VALIDATION_ERROR", ["body"]]);
    // Commas in text are not values.
    expect(await refused(call, key, `{"odd": "${",".repeat(5_000)}"}`)).toEqual([
      ...[422, "VALIDATION_ERROR"],
      ["amount", "odd"],
    ]);
  });

  test("anything but a JSON object in UTF-8 is refused under details.body", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { key } = await createMember(fileDatabase);
    const good = payout(money);
    const bodies: [unknown, Record<string, string>?][] = [
      ["{"],
      ["{'amount': 1}"],
      ["{} {}"],
      [""],
      ["[]"],
      ["null"],
      ['"text"'],
      ["1e400"],
      [undefined],
      [Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
      [`${"[".repeat(50_000)}${"]".repeat(50_000)}`],
      [payout(money, `, "deep": ${'{"a":'.repeat(64)}1${"}".repeat(64)}`)],
      [good, { "content-type": "text/plain" }],
      [good, { "content-type": "application/x-www-form-urlencoded" }],
      [good, { "content-type": "application/json; charset=latin1" }],
      [good, { "content-type": "garbage" }],
      [gzipSync(good), { "content-encoding": "gzip" }],
      [good, { "content-encoding": "br" }],
      ['{"\\u0000": 1}'],
      ['{"\\ud800": 1}'],
    ];
    for (const [body, headers] of bodies) {
      expect([body, ...(await refused(call, key, body, headers))]).toEqual([
        body,
        422,
        "VALIDATION_ERROR",
        ["body"],
      ]);
    }
    for (const type of [
      "application/json",
      "application/json; charset=utf-8",
      'Application/JSON; charset="UTF-8"',
    ]) {
      expect(await refused(call, key, payout('{"value": 1}'), { "content-type": type })).toEqual([
        422,
        "VALIDATION_ERROR",
        ["amount.value", "amount.currency"],
      ]);
    }
  });

  test("an amount that is not a whole number of kobo is refused, never rounded", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { key } = await createMember(fileDatabase);
    const values = [
      "0",
      "-1",
      "-0",
      "99",
      "1.5",
      '"100"',
      "1e21",
      "9007199254740992",
      "9007199254740993",
      "null",
      "true",
    ];
    values.push(
      "9223372036854775808",
      "1e400",
      "-1e400",
      "100.0000000000000000001",
      "9007199254740990.9999999",
      "[100]",
      "{}",
    );
    for (const value of values) {
      const body = payout(`{"value": ${value}, "currency": "NGN"}`);
      expect([value, ...(await refused(call, key, body))]).toEqual([
        value,
        422,
        "VALIDATION_ERROR",
        ["amount.value"],
      ]);
    }
    expect(await refused(call, key, payout('{"value": NaN, "currency": "NGN"}'))).toEqual([
      422,
      "VALIDATION_ERROR",
      ["body"],
    ]);
    expect(await refused(call, key, payout('{"currency": "NGN"}'))).toEqual([
      422,
      "VALIDATION_ERROR",
      ["amount.value"],
    ]);
    // Of duplicate members the last counts.
    const twice = payout('{"value": 100, "value": 1, "currency": "NGN"}');
    expect(await refused(call, key, twice)).toEqual([422, "VALIDATION_ERROR", ["amount.value"]]);
    for (const amount of ["1e400", "100", '"100"', "null", "[]"]) {
      const [status] = await refused(call, key, payout(amount));
      expect([amount, status]).toEqual([amount, 422]);
    }
  });

  test("1e3, 100.0 and the last of duplicate members are accepted as whole numbers", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { key } = await createMember(fileDatabase);
    // Valid so far: with no destination, the response is about that.
    for (const value of ["1e3", "100.0", "1.00e2", "100", '1, "value": 100', "9000000000000000"]) {
      const body = `{"amount": {"value": ${value}, "currency": "NGN"}}`;
      expect([value, ...(await refused(call, key, body))]).toEqual([
        value,
        400,
        "PAYOUT_DESTINATION_REQUIRED",
        [],
      ]);
    }
  });

  test("only the currency NGN is accepted", async ({ fileIngress: { call }, fileDatabase }) => {
    const { key } = await createMember(fileDatabase);
    for (const currency of ['"USD"', '"ngn"', '"NGNN"', '""', "null", "566"]) {
      const body = payout(`{"value": 1000, "currency": ${currency}}`);
      expect(await refused(call, key, body)).toEqual([422, "VALIDATION_ERROR", ["amount.currency"]]);
    }
  });

  test("names every wrong field, and says which are missing", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { key } = await createMember(fileDatabase);
    const body = {
      amount: { value: 1 },
      destination: { bankCode: 44, accountNumber: "123", accountName: "" },
      narration: "two\nlines",
      metadata: { nested: { a: 1 } },
    };
    const { error } = await call("POST", "/v1/payouts", {
      key,
      body,
      headers: { "idempotency-key": "x".repeat(256) },
    });
    expect(Object.keys(error.details!).sort()).toEqual(
      [
        "amount.currency",
        "amount.value",
        "destination.accountName",
        "destination.accountNumber",
        "destination.bankCode",
        "idempotency-key",
        "metadata.nested",
        "narration",
      ].sort(),
    );
    expect(error.details!["amount.currency"]).toMatch(/^is required/);
    expect(error.details!["amount.value"]).not.toMatch(/required/);
  });

  test("a metadata number that would be rounded is refused with the reason", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { key } = await createMember(fileDatabase);
    for (const number of ["9007199254740993", "1e400", "0.1000000000000000055511151231257827"]) {
      const { error } = await call("POST", "/v1/payouts", {
        key,
        body: payout(money, `, "metadata": {"order": ${number}}`),
        headers: { "idempotency-key": "k" },
      });
      expect(error.details).toEqual({
        "metadata.order": "is too large or too precise for a JSON number: send it as text",
      });
    }
    const { error } = await call("POST", "/v1/payouts", {
      key,
      body: payout(money, ', "metadata": {"order": null}'),
      headers: { "idempotency-key": "k" },
    });
    expect(error.details!["metadata.order"]).toMatch(/^must be text/);
  });

  test("text that PostgreSQL cannot store is refused under its field", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { key } = await createMember(fileDatabase);
    for (const text of ['"\\u0000"', '"a\\ud800b"', '"\\udc00"']) {
      expect(await refused(call, key, payout(money, `, "metadata": {"note": ${text}}`))).toEqual([
        422,
        "VALIDATION_ERROR",
        ["metadata.note"],
      ]);
      expect(await refused(call, key, payout(money, `, "ignored": [1, ${text}]`))).toEqual([
        422,
        "VALIDATION_ERROR",
        ["ignored.1"],
      ]);
    }
  });

  test("members like __proto__ and constructor have no effect", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { tenant, key } = await createMember(fileDatabase);
    await resolveDestination(fileDatabase, tenant);
    const tricks = [
      '"__proto__": {"polluted": 1}',
      '"constructor": {"prototype": {"polluted": 1}}',
      '"toString": 1',
    ];
    for (const trick of tricks) {
      for (const body of [
        payout(money, `, "metadata": {${trick}}`),
        payout(`{"value": 1000, "currency": "NGN", ${trick}}`),
        `{"amount": {${trick}}, ${trick}}`,
      ]) {
        const [status] = await refused(call, key, body);
        expect([400, 422]).toContain(status);
      }
    }
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    const { error } = await call("POST", "/v1/payouts", {
      key,
      body: payout(money, ', "metadata": {"__proto__": 1, "constructor": 2}'),
      headers: { "idempotency-key": "k" },
    });
    expect(error.details).toEqual({ "metadata.__proto__": "must have another name" });
    for (const number of ["1e308", "-0", "1.7976931348623157e308", "5e-324"]) {
      const [status] = await refused(call, key, `{"amount": ${money}, "metadata": {"n": ${number}}}`);
      expect([number, status]).toEqual([number, 400]);
    }
  });
});
