import { z } from "zod";
import { MOST_MINOR_UNITS, namesTwice } from "../balances.ts";
import type { Expected } from "../fit.ts";
import type { TransferMoney } from "../gateway.ts";
import { text } from "../text.ts";

/** Amounts are in kobo, and sometimes come as text. */
export const kobo = z
  .union([z.int().nonnegative(), z.string().regex(/^\d{1,18}$/)])
  .transform((amount) => BigInt(amount));

const account = z.object({ account_number: z.string().optional(), account_name: text });
/** `GET /bank/resolve`: must be about the account that was asked about, where it says which. */
export const resolvedAccount = (accountNumber: string): Expected<z.output<typeof account>> => ({
  schema: account,
  mismatches: (data) => differing({ account_number: [data.account_number ?? accountNumber, accountNumber] }),
});

const recipient = z.object({
  recipient_code: z.string().regex(/^\w{1,100}$/),
  details: z.object({ account_number: z.string(), bank_code: z.string().nullish() }),
});
/**
 * `POST /transferrecipient`: money goes to what this names, so it must be the account that we mean, at the bank that we
 * mean, by Paystack's code, where it says which.
 */
export const recipientOf = (accountNumber: string, bank: string): Expected<z.output<typeof recipient>> => ({
  schema: recipient,
  mismatches: ({ details }) =>
    differing({
      "details.account_number": [details.account_number, accountNumber],
      "details.bank_code": [details.bank_code ?? bank, bank],
    }),
});

const transfer = z.object({ reference: z.string(), status: z.string(), amount: kobo, currency: z.string() });
/** `POST /transfer` and `GET /transfer/verify/{reference}`: must be about the money that was sent under it. */
export const transferOf = (sent: TransferMoney): Expected<z.output<typeof transfer>> => ({
  schema: transfer,
  mismatches: (data) =>
    differing({
      reference: [data.reference, sent.reference],
      amount: [data.amount, sent.amount],
      currency: [data.currency, sent.currency],
    }),
});

const listedBalances = z.array(
  z
    .object({ currency: z.string().regex(/^[A-Z]{3}$/), balance: kobo })
    .transform(({ currency, balance }) => ({ currency, amount: balance })),
);
/**
 * `GET /balance`: what transfers can be paid from, in minor units. No document says how a balance below zero is
 * written, nor that a currency may stand there twice: neither fits. Naira is there always, since that is what we have
 * there.
 */
export const balances: Expected<z.output<typeof listedBalances>> = {
  schema: listedBalances,
  mismatches: (data) => [
    ...(namesTwice(data) ? ["currency"] : []),
    ...(data.some(({ currency }) => currency === "NGN") ? [] : ["NGN"]),
    ...(data.every(({ amount }) => amount < MOST_MINOR_UNITS) ? [] : ["balance"]),
  ],
};

/** The members whose two values differ. */
function differing(members: Record<string, [unknown, unknown]>): string[] {
  return Object.entries(members).flatMap(([name, [received, sent]]) => (received === sent ? [] : [name]));
}
