import { z } from "zod";
import { MOST_MINOR_UNITS, namesTwice } from "../balances.ts";
import { differing, expected } from "../fit.ts";
import type { Destination, TransferMoney } from "../gateway.ts";
import { text } from "../text.ts";

/** Amounts are in kobo, and sometimes come as text. */
export const kobo = z
  .union([z.int().nonnegative(), z.string().regex(/^\d{1,18}$/)])
  .transform((amount) => BigInt(amount));

const account = z.object({ account_number: z.string().optional(), account_name: text });
/** `GET /bank/resolve`: must be for the requested account, if it is included. */
export const resolvedAccount = (accountNumber: string) =>
  expected(account, (data) =>
    differing({ account_number: [data.account_number ?? accountNumber, accountNumber] }),
  );

const details = z.object({
  account_number: z.string(),
  bank_code: z.string().nullish().catch(null),
  account_name: text.nullish().catch(null),
});
/** The recipient, if Paystack includes it. The bank is omitted if it is the one that was `sent`. */
export const destinationOf = (
  reported: Omit<z.output<typeof details>, "account_number"> = {},
  sent?: string,
): Destination => ({
  bank: reported.bank_code === sent ? undefined : (reported.bank_code ?? undefined),
  holder: reported.account_name ?? undefined,
});

const recipient = z.object({ recipient_code: z.string().regex(/^\w{1,100}$/), details });
/** `POST /transferrecipient`: money goes to what this names, so it must be the account that we mean. */
export const recipientOf = (accountNumber: string) =>
  expected(recipient, (data) =>
    differing({ "details.account_number": [data.details.account_number, accountNumber] }),
  );

const transfer = z.object({
  reference: z.string(),
  status: z.string(),
  amount: kobo,
  currency: z.string(),
  // An id in the response to a sending.
  recipient: z
    .object({ details: details.omit({ account_number: true }) })
    .nullish()
    .catch(null),
});
/** `POST /transfer` and `GET /transfer/verify/{reference}`: must match the amount sent under the reference. */
export const transferOf = (sent: TransferMoney) =>
  expected(transfer, (data) =>
    differing({
      reference: [data.reference, sent.reference],
      amount: [data.amount, sent.amount],
      currency: [data.currency, sent.currency],
    }),
  );

const listedBalances = z.array(
  z
    .object({ currency: z.string().regex(/^[A-Z]{3}$/), balance: kobo })
    .transform(({ currency, balance }) => ({ currency, amount: balance })),
);
/**
 * `GET /balance`: what is available for transfers, in minor units. The form of a negative balance is not documented,
 * nor is a repeated currency: neither fits. Naira is always there, since that is what we hold there.
 */
export const balances = expected(listedBalances, (data) => [
  ...(namesTwice(data) ? ["currency"] : []),
  ...(data.some(({ currency }) => currency === "NGN") ? [] : ["NGN"]),
  ...(data.every(({ amount }) => amount < MOST_MINOR_UNITS) ? [] : ["balance"]),
]);
