import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { createMember } from "../helpers/create-member.ts";
import { test } from "../helpers/test.ts";

const header = "amount,bank,account_number,account_name,narration,purpose,merchant_reference\n";
const good = "500,058,0123456789,Ada Obi,,,";

describe("POST /v1/payout-batches with a body that is wrong", () => {
  test.for<[string, body: object, details: object]>([
    [
      "an open quote",
      { csv: `${header}500,058,"` },
      { csv: expect.stringMatching(/^row 2, column account_number: /) },
    ],
    [
      "another encoding",
      { csv: `${header}500,058,01,Ren\ufffde,,,` },
      { csv: expect.stringMatching(/^row 2, column account_name: /) },
    ],
    ["a misspelt header", { csv: "amont\n" }, { csv: "row 1, column 1: unknown; did you mean amount?" }],
    [
      "5 MB of quotes",
      { csv: header + '"'.repeat(2_400_000) },
      { csv: expect.stringMatching(/^row 2, column amount: /) },
    ],
    [
      "10,001 rows",
      { csv: header + `${good}\n`.repeat(10_001) },
      { csv: expect.stringMatching(/^row 10002: /) },
    ],
  ])("is a 422 for %s, and nothing is created", async ([, body, details], { fileDatabase, fileIngress }) => {
    const { key } = await createMember(fileDatabase);
    const headers = { "idempotency-key": randomUUID() };
    const response = await fileIngress.call("POST", "/v1/payout-batches", { key, headers, body });
    expect(response).toMatchObject({ status: 422, error: { code: "VALIDATION_ERROR", details } });
    const { data } = await fileIngress.call("GET", "/v1/payout-batches", { key });
    expect(data).toEqual([]);
  });

  test("is a 413 above 5 MB", async ({ fileDatabase, fileIngress }) => {
    const { key } = await createMember(fileDatabase);
    const headers = { "idempotency-key": randomUUID() };
    const body = { csv: "x".repeat(5 * 1024 * 1024) };
    expect(await fileIngress.call("POST", "/v1/payout-batches", { key, headers, body })).toMatchObject({
      status: 413,
    });
  });

  test("has mistakes by row, and a batch with all other rows", async ({ fileDatabase, fileIngress }) => {
    const { key } = await createMember(fileDatabase);
    const headers = { "idempotency-key": randomUUID() };
    const rows = ["NGN 500,058,0123456789,,,,", "500,44,0123456789,,,,", "500,058,123456789,=1+1,,,", good];
    const body = { csv: header + rows.join("\n") };
    const { status, data: batch } = await fileIngress.call("POST", "/v1/payout-batches", {
      key,
      headers,
      body,
    });
    expect({ status, items: batch.items }).toEqual({
      status: 201,
      items: { total: 4, invalid: 3, validating: 1 },
    });
    const path = `/v1/payout-batches/${batch.reference}/items`;
    const first = await fileIngress.call("GET", `${path}?limit=2`, { key });
    const second = await fileIngress.call("GET", `${path}?limit=2&cursor=${first.meta.nextCursor!}`, { key });
    const items = [...first.data, ...second.data];
    expect(
      items.map(({ row, given, errors = [] }) => [
        row,
        given,
        errors.map(({ code }: { code: string }) => code),
      ]),
    ).toEqual([
      [2, { amount: "NGN 500" }, ["AMOUNT_INVALID"]],
      [3, { "destination.bankCode": "44" }, ["BANK_UNKNOWN"]],
      [
        4,
        { "destination.accountNumber": "123456789", "destination.accountName": "=1+1" },
        ["FORMULA", "ACCOUNT_NUMBER_INVALID"],
      ],
      [5, undefined, []],
    ]);
    const results = `${fileIngress.url}/v1/payout-batches/${batch.reference}/results`;
    const text = await (await fetch(results, { headers: { authorization: `Bearer ${key}` } })).text();
    const mistakes = await fetch(`${results}?only=mistakes`, { headers: { authorization: `Bearer ${key}` } });
    const lines = (await mistakes.text()).split("\r\n");
    expect(lines).toHaveLength(rows.length + 1);
    expect(lines[1]).toMatch(/^NGN 500,058,0123456789,,,,,"amount must be naira .*\(500\?\)"$/);
    expect(text.split("\r\n")[3]).toMatch(/^500\.00,058,123456789,'=1\+1,,,,invalid,/);
  });
});
