import type { PayoutBatchItemJson } from "../../sql/payout-batches/payout-batch-json.ts";
import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import {
  mistakesHeader,
  mistakesLine,
  resultsHeader,
  resultsLine,
} from "../../ingress/payout-batches/results-csv.ts";
import { readBody } from "./batch-files.ts";

const paid: Partial<PayoutBatchItemJson> = {
  status: "succeeded",
  amount: { value: 1_250_050, currency: "NGN" },
  fee: { value: 2_688, currency: "NGN" },
  destination: { bankCode: "044", accountNumber: "0123456789", accountName: "Obi, Ada" },
  name: "match",
  resolvedName: "ADA OBI",
  purpose: "salary",
  merchantReference: "sal-1",
  payout: "pyt_01k3a7q4m8v0000000000000a7",
};
const wrong: Partial<PayoutBatchItemJson> = {
  status: "invalid",
  given: { amount: "12,50", "destination.bankCode": "44", narration: '=HYPERLINK("x")' },
  errors: [
    { field: "amount", code: "AMOUNT_INVALID", message: "must be naira", suggestion: "12.50" },
    { field: "narration", code: "TEXT_INVALID", message: "must not be a formula" },
  ],
};
const failed: Partial<PayoutBatchItemJson> = {
  ...paid,
  status: "failed",
  failure: { code: "DESTINATION_REJECTED", message: "The bank said no" },
};

describe("the results of a batch", () => {
  test("are a CSV file with the template's columns and what became of each item", () => {
    const text = resultsHeader + [paid, wrong, failed].map(resultsLine).join("");
    const rows: Record<string, string>[] = parse(text, { columns: true });
    expect(rows[0]).toEqual({
      amount: "12500.50",
      bank: "044",
      account_number: "0123456789",
      account_name: "Obi, Ada",
      narration: "",
      purpose: "salary",
      merchant_reference: "sal-1",
      status: "succeeded",
      name: "match",
      resolved_name: "ADA OBI",
      error: "",
      payout: "pyt_01k3a7q4m8v0000000000000a7",
      fee: "26.88",
      failure: "",
    });
    expect(rows[1]).toMatchObject({
      amount: "12,50",
      bank: "44",
      error: "amount must be naira (12.50?); narration must not be a formula",
    });
    expect(rows[2]).toMatchObject({ failure: "DESTINATION_REJECTED: The bank said no" });
  });

  test("run nothing in a spreadsheet, whatever was given or the bank has as name", () => {
    const text = resultsLine({ ...wrong, resolvedName: "@SUM(1)", payoutAccountId: "+1" });
    const cells = parse(text)[0]!;
    expect(cells.filter((cell) => /^[=+\-@]/.test(cell))).toEqual([]);
    expect(cells).toContain(`'=HYPERLINK("x")`);
  });

  test("are read again as a file with a column of errors, and not with those of payouts", async () => {
    const lines = resultsHeader + resultsLine(paid);
    const refusal = "row 1, column 8: unknown";
    await expect(readBody({ csv: lines })).rejects.toMatchObject({
      details: { csv: expect.stringContaining(refusal) },
    });
    const csv = mistakesHeader + mistakesLine(paid);
    const { items } = await readBody({ csv });
    const { bankCode, accountNumber, accountName } = items[0]!;
    expect(items[0]).toMatchObject({ amount: 1_250_050, merchantReference: "sal-1", purpose: "salary" });
    expect({ bankCode, accountNumber, accountName }).toEqual(paid.destination);
  });
});
