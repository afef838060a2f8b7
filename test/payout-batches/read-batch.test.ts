import { describe, expect, test } from "vitest";
import { readBatch } from "../../ingress/payout-batches/intake/read-batch.ts";
import { banks, readBody, refusalOf } from "./batch-files.ts";

/** Who may wait for as long as it takes. */
const someMerchant = { merchantId: 1n, deadline: Infinity };
const amount = { value: 1_250_000, currency: "NGN" };
const destination = { bankCode: "058", accountNumber: "0123456789", accountName: "Ada Obi" };
const item = { amount, destination };
const account = "pac_01k3a7q4m8v0000000000000a7";
const invalid = (details: object) => ({ code: "VALIDATION_ERROR", details });

describe("the body of a batch", () => {
  test("is read with all that an item may have, its amount in kobo", async () => {
    const full = {
      ...item,
      narration: "March",
      purpose: "salary",
      merchantReference: " sal-1\u200b",
      metadata: { staff: 7, isNew: true },
      confirm: true,
    };
    const saved = { amount, payoutAccountId: account, confirm: false };
    const read = await readBody({ name: "March salaries", items: [full, saved] });
    expect(read).toMatchObject({ name: "March salaries" });
    expect(read.items).toEqual([
      {
        amount: 1_250_000,
        ...destination,
        narration: "March",
        purpose: "salary",
        merchantReference: "sal-1",
        metadata: { staff: 7, isNew: true },
        confirm: true,
      },
      { amount: 1_250_000, payoutAccountId: account },
    ]);
    const same = await readBody({ items: [full, saved], name: "March salaries" });
    expect(same.hash).toEqual(read.hash);
    expect((await readBody({ items: [full] })).hash).not.toEqual(read.hash);
  });

  test("is read from CSV as spreadsheets save it: BOM, semicolons, CRLF, blank rows, names of banks", async () => {
    const csv = [
      "\ufeffBank;Amount;Account Number;ACCOUNT_NAME;merchantReference;Purpose;;",
      "",
      " ACCESS  bank ;12,500.00;0123456789;\u00a0Ada Obi\u200b;a-1;Salary;;",
      ";;;;;;;",
      '090270;"7,000";0000000001;"Obi; ""Ada""";;;;',
      // Spreadsheets omit empty cells at the end of some rows.
      "044;1;0123456789",
    ];
    const { items } = await readBody({ csv: csv.join("\r\n") });
    expect(items).toEqual([
      {
        row: 3,
        amount: 1_250_000,
        bankCode: "044",
        accountNumber: "0123456789",
        accountName: "Ada Obi",
        merchantReference: "a-1",
        purpose: "salary",
      },
      { row: 5, amount: 700_000, bankCode: "090270", accountNumber: "0000000001", accountName: 'Obi; "Ada"' },
      { row: 6, amount: 100, bankCode: "044", accountNumber: "0123456789" },
    ]);
  });

  test.for<[string, object | Buffer, object]>([
    ["not JSON", Buffer.from("{"), { body: "must be well-formed JSON" }],
    ["not UTF-8", Buffer.from('{"csv":"Ren\xe9e"}', "latin1"), { body: "must be UTF-8" }],
    ["a list", [item], { body: "must be a JSON object" }],
    ["no items", { items: [] }, { items: "must be a list of 1 to 10000 items" }],
    ["items not being a list", { items: item }, { items: "must be a list of 1 to 10000 items" }],
    [
      "10,001 items",
      { items: Array.from({ length: 10_001 }, () => 1) },
      { items: "must be a list of 1 to 10000 items" },
    ],
    ["items and csv", { items: [item], csv: "amount" }, { csv: "must be left out when items is present" }],
    ["neither", {}, { items: "is required: a list of items, or csv: the text of a CSV file" }],
    ["an empty file", { csv: "" }, { csv: "must be the text of a CSV file" }],
    [
      "too many values",
      { items: [{ metadata: Array.from({ length: 150_000 }, () => 1) }] },
      { body: "must not have more than 150000 values" },
    ],
    ["an unknown field", { items: [item], nam: "x" }, { nam: "unknown; did you mean name?" }],
    [
      "an unknown field of an item",
      { items: [item, { ...item, payoutAccountID: account }] },
      { "items.1.payoutAccountID": "unknown; did you mean payoutAccountId?" },
    ],
    [
      "an unknown field of a destination",
      { items: [{ amount, destination: { ...destination, bank: "058" } }] },
      {
        "items.0.destination.bank":
          "unknown; items 0 destination takes bankCode, accountNumber, accountName and nothing else",
      },
    ],
    [
      "a name of many lines",
      { name: "a\nb", items: [item] },
      { name: expect.stringContaining("without line breaks") },
    ],
  ])("is refused for %s", async ([, body, details]) => {
    expect(await refusalOf(body)).toEqual(invalid(details));
  });

  test("is accepted with items that are wrong: each has its errors", async () => {
    const wrong: [unknown, field: string, code: string, suggestion?: string][] = [
      ["text", "item", "VALUE_INVALID"],
      [{ destination }, "amount", "FIELD_REQUIRED"],
      [{ amount: "500", destination }, "amount", "AMOUNT_INVALID"],
      [{ amount: { value: 99, currency: "NGN" }, destination }, "amount.value", "AMOUNT_INVALID"],
      [{ amount: { ...amount, currency: "USD" }, destination }, "amount.currency", "AMOUNT_INVALID"],
      [{ amount }, "destination", "FIELD_REQUIRED"],
      [{ amount, destination: "058" }, "destination", "VALUE_INVALID"],
      [{ ...item, payoutAccountId: account }, "payoutAccountId", "DESTINATION_CONFLICT"],
      [{ amount, payoutAccountId: "x" }, "payoutAccountId", "PAYOUT_ACCOUNT_INVALID"],
      [
        { amount, destination: { ...destination, bankCode: "44" } },
        "destination.bankCode",
        "BANK_UNKNOWN",
        "044",
      ],
      [
        { amount, destination: { ...destination, accountNumber: "012-345 6789" } },
        "destination.accountNumber",
        "ACCOUNT_NUMBER_INVALID",
        "0123456789",
      ],
      [{ ...item, narration: "a\0b" }, "narration", "TEXT_INVALID"],
      [{ ...item, metadata: { note: "a\0b" } }, "metadata", "METADATA_INVALID"],
      [{ ...item, metadata: { deep: {} } }, "metadata.deep", "METADATA_INVALID"],
      [{ ...item, confirm: "yes" }, "confirm", "VALUE_INVALID"],
    ];
    const { items } = await readBody({ items: wrong.map(([given]) => given) });
    for (const [index, [, field, code, suggestion]] of wrong.entries()) {
      const message: unknown = expect.any(String);
      expect(items[index]!.errors).toEqual([{ field, code, message, ...(suggestion && { suggestion }) }]);
    }
    const texts = items.flatMap(({ given = {} }) => Object.values(given));
    expect(texts.filter((text) => text.includes("\0"))).toEqual([]);
    expect(items[1]).not.toHaveProperty("given");
    // What has an error is text as it came, under its member's name; the rest of the item was read.
    expect(items[3]).toMatchObject({ bankCode: "058", given: { amount: '{"value":99,"currency":"NGN"}' } });
    expect(items[9]).toMatchObject({ amount: 1_250_000, given: { "destination.bankCode": "44" } });
    expect(items[9]).not.toHaveProperty("bankCode");
  });

  test("gives a merchantReference to the first item that has it", async () => {
    const { items } = await readBody({
      items: ["a", "b", "a "].map((merchantReference) => ({ ...item, merchantReference })),
    });
    expect(items.map(({ merchantReference }) => merchantReference)).toEqual(["a", "b", undefined]);
    expect(items[2]).toMatchObject({
      given: { merchantReference: "a" },
      errors: [
        {
          code: "MERCHANT_REFERENCE_REPEATED",
          message: "must differ from all others, and item 0 has it too",
        },
      ],
    });
  });

  test("is refused if it takes too much memory, and the process goes on", async () => {
    const facts = Object.fromEntries(
      Array.from({ length: 149_000 }, (_, index) => [`fact-${index} of many`, 1]),
    );
    const bytes = Buffer.from(JSON.stringify({ items: [{ metadata: facts }] }));
    // Whether a thread of the usual size can just read this depends on when its memory is swept.
    await expect(readBatch(bytes, banks, someMerchant, { maxOldGenerationSizeMb: 8 })).rejects.toMatchObject(
      invalid({ body: "is too large or too complex to be read: split it into several batches" }),
    );
    const next = Buffer.from(JSON.stringify({ items: [item] }));
    expect(await readBatch(next, banks, someMerchant)).toHaveProperty("items");
  });

  test("waits for two others at most, and for no merchant who sends more", async () => {
    const bytes = Buffer.from(JSON.stringify({ items: [item] }));
    const ended: string[] = [];
    const read = async (who: string, merchantId: bigint, deadline = Infinity) => {
      const end = await readBatch(bytes, banks, { merchantId, deadline }).then(
        () => "read",
        ({ code }: { code: string }) => code,
      );
      ended.push(`${who} ${end}`);
    };
    const greedy = Array.from({ length: 7 }, () => read("greedy", 1n));
    const late = read("late", 3n, performance.now());
    await Promise.all([...greedy, late, read("other", 2n)]);
    // Two are read, four wait: one of these goes for the other merchant, who is next.
    expect(ended.slice(0, 3)).toEqual(Array(3).fill(expect.stringMatching(/SERVICE_UNAVAILABLE$/)));
    expect(ended.slice(3, 7)).toContain("other read");
    expect(ended.slice(3)).toEqual(Array(6).fill(expect.stringMatching(/read$/)));
    await read("again", 1n);
    expect(ended.at(-1)).toBe("again read");
  });
});
