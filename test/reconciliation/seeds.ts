import { z } from "zod";
import type { Connection } from "../../sql/process/database.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { at, creditFee, TRANSFER_FEE, type BookLine, type Books } from "./provider-books.ts";

/** One difference, put into the bank's books or ours. `n` is its own payout or credit, which no other seed touches. */
export type Seed = {
  name: string;
  kind: string;
  plant: (books: Books, n: number, database: Connection) => string | Promise<string>;
};

const lineOf = ({ lines }: Books, reference: string, type: BookLine["type"] = "transfer") =>
  lines.find((line) => line.reference === reference && line.type === type)!;
const creditLine = ({ lines, credits }: Books, n: number) =>
  lines.find((line) => line.providerId === credits[n] && line.type === "credit")!;
const payoutLine = (books: Books, n: number) => lineOf(books, books.payouts.succeeded[n]!);
const remove = ({ lines }: Books, line: BookLine) => void lines.splice(lines.indexOf(line), 1);
const add = ({ lines }: Books, line: BookLine) => {
  lines.push(line);
  return line.id;
};
const run = (database: Connection, statement: ReturnType<typeof sql.fragment>) =>
  database.query(sql.type(z.object({}))`${statement}`);

/** Each returns the subject of the one difference that it makes. */
export const seeds: Seed[] = [
  {
    name: "a payout of one kobo more there",
    kind: "amount_differs",
    plant: (books, n) => {
      const line = payoutLine(books, n);
      line.amount += 1n;
      return line.id;
    },
  },
  {
    name: "a credit of one kobo less there",
    kind: "amount_differs",
    plant: (books, n) => {
      const line = creditLine(books, n);
      line.amount -= 1n;
      line.fee = creditFee(line.amount);
      return line.id;
    },
  },
  {
    name: "a payout that succeeded here and is absent there",
    kind: "missing_there",
    plant: (books, n) => {
      const line = payoutLine(books, n);
      remove(books, line);
      return line.reference;
    },
  },
  {
    name: "a credit that we booked and that is absent there",
    kind: "missing_there",
    plant: (books, n) => {
      const line = creditLine(books, n);
      remove(books, line);
      return line.providerId;
    },
  },
  {
    name: "a credit there whose notice was lost",
    kind: "missing_here",
    plant: (books, n) => add(books, { ...creditLine(books, n), id: "seed-lost", providerId: "in-lost" }),
  },
  {
    name: "a transfer there that nobody here sent",
    kind: "missing_here",
    plant: (books, n) =>
      add(books, { ...payoutLine(books, n), id: "seed-stray", providerId: "out-stray", reference: "stray" }),
  },
  {
    name: "a double debit",
    kind: "duplicated_there",
    plant: (books, n) => add(books, { ...payoutLine(books, n), id: "seed-debit", providerId: "out-twice" }),
  },
  {
    name: "a credit that is there twice",
    kind: "duplicated_there",
    plant: (books, n) => add(books, { ...creditLine(books, n), id: "seed-credit" }),
  },
  {
    name: "a late reversal",
    kind: "reversed_there",
    plant: (books, n) =>
      add(books, {
        ...payoutLine(books, n),
        id: "seed-late",
        type: "reversal",
        fee: 0n,
        time: at("09:00:00", 3),
      }),
  },
  {
    name: "a credit that the bank took back",
    kind: "reversed_there",
    plant: (books, n) => add(books, { ...creditLine(books, n), id: "seed-back", type: "reversal", fee: 0n }),
  },
  {
    name: "a reversal that only we booked",
    kind: "not_reversed_there",
    plant: (books) => {
      const reference = books.payouts.reversed[0]!;
      remove(books, lineOf(books, reference, "reversal"));
      return reference;
    },
  },
  {
    name: "a credit that only we sent back",
    kind: "not_reversed_there",
    plant: (books) => {
      remove(
        books,
        books.lines.find(({ id }) => id === "L-refund")!,
      );
      return books.refunded;
    },
  },
  {
    name: "a payout that failed here and was paid there",
    kind: "paid_there",
    plant: (books) => {
      const reference = books.payouts.failed[0]!;
      remove(books, lineOf(books, reference, "reversal"));
      return lineOf(books, reference).id;
    },
  },
  {
    name: "a payout that waits here and was paid there",
    kind: "unconfirmed_here",
    plant: (books, n) =>
      add(books, {
        ...payoutLine(books, n),
        id: "seed-done",
        providerId: "out-done",
        reference: books.payouts.pending[0]!,
      }),
  },
  {
    name: "a credit that is final there and not confirmed here",
    kind: "unconfirmed_here",
    plant: (books) => add(books, { ...books.confirming, id: "seed-final" }),
  },
  {
    name: "a fee of one kobo too much",
    kind: "fee_differs",
    plant: (books, n) => {
      const line = payoutLine(books, n);
      line.fee += 1n;
      return line.id;
    },
  },
  {
    name: "another currency",
    kind: "currency_differs",
    plant: (books, n) => {
      const line = payoutLine(books, n);
      line.currency = "USD";
      return line.id;
    },
  },
  {
    name: "a payout that came in there",
    kind: "direction_differs",
    plant: (books, n) => {
      const line = payoutLine(books, n);
      Object.assign(line, { type: "credit", fee: creditFee(line.amount) });
      return line.id;
    },
  },
  {
    name: "a credit that went out there",
    kind: "direction_differs",
    plant: (books, n) => {
      const line = creditLine(books, n);
      Object.assign(line, { type: "transfer", fee: TRANSFER_FEE });
      return line.id;
    },
  },
  {
    name: "a transfer a week after its payout",
    kind: "wrong_day",
    plant: async (books, n, database) => {
      const line = payoutLine(books, n);
      await run(
        database,
        sql.fragment`update payouts set submitted_at = submitted_at - interval '7 days'
        where reference = ${line.reference}`,
      );
      return line.id;
    },
  },
  {
    name: "a payout that went through another provider",
    kind: "wrong_provider",
    plant: async (books, n, database) => {
      const line = payoutLine(books, n);
      await run(
        database,
        sql.fragment`update payouts
        set sent_through = case sent_through when 'paystack' then 'monnify' else 'paystack' end
        where reference = ${line.reference}`,
      );
      return line.id;
    },
  },
  {
    name: "a credit for another account",
    kind: "recipient_differs",
    plant: (books, n) => {
      const line = creditLine(books, n);
      line.reference = creditLine(books, n + 1).reference;
      return line.id;
    },
  },
  {
    name: "a reversal of a part",
    kind: "amount_differs",
    plant: (books) => {
      const line = lineOf(books, books.payouts.reversed[1]!, "reversal");
      line.amount -= 1n;
      return line.id;
    },
  },
  {
    name: "a second reversal",
    kind: "duplicated_there",
    plant: (books) =>
      add(books, { ...lineOf(books, books.payouts.reversed[2]!, "reversal"), id: "seed-reversed" }),
  },
];
