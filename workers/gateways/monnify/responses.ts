import { z } from "zod";
import { MOST_MINOR_UNITS } from "../balances.ts";
import type { Expected } from "../fit.ts";
import type { Destination, TransferMoney } from "../gateway.ts";
import { text } from "../text.ts";
import { naira } from "../naira.ts";

const account = z.object({
  accountNumber: z.string().nullish(),
  bankCode: z.string().nullish(),
  accountName: text,
});
/**
 * `GET /api/v1/disbursements/account/validate`: must be about the account that we mean, at the bank that we mean, by
 * Monnify's code, where it says which.
 */
export const validatedAccount = (
  accountNumber: string,
  bank: string,
): Expected<z.output<typeof account>> => ({
  schema: account,
  mismatches: (data) =>
    differing({
      accountNumber: [data.accountNumber ?? accountNumber, accountNumber],
      bankCode: [data.bankCode ?? bank, bank],
    }),
});

const transfer = z.object({
  reference: z.string(),
  status: z.string(),
  amount: naira,
  // The response to a sending has no currency, and the documents do not say that the others always are there.
  currency: z.string().nullish(),
  destinationAccountNumber: z.string().nullish(),
  destinationBankCode: z.string().nullish().catch(null),
  destinationAccountName: text.nullish().catch(null),
  // Why it failed, in words.
  transactionDescription: z.unknown().optional(),
});
export type MonnifyTransfer = z.output<typeof transfer>;
/**
 * `POST /api/v2/disbursements/single` and `GET …/single/summary`: must be about the money that was sent under the
 * reference, and where it is known, to the account that it was sent to.
 */
export const transferOf = (sent: TransferMoney & { accountNumber?: string }): Expected<MonnifyTransfer> => ({
  schema: transfer,
  mismatches: (data) =>
    differing({
      reference: [data.reference, sent.reference],
      amount: [data.amount, sent.amount],
      currency: [data.currency ?? sent.currency, sent.currency],
      destinationAccountNumber: [
        data.destinationAccountNumber ?? sent.accountNumber,
        sent.accountNumber ?? data.destinationAccountNumber ?? undefined,
      ],
    }),
});

/** Whom a transfer goes to. The bank is left out where it is the one that was `sent`. */
export const destinationOf = (data: MonnifyTransfer, sent?: string): Destination => ({
  bank: data.destinationBankCode === sent ? undefined : (data.destinationBankCode ?? undefined),
  holder: data.destinationAccountName ?? undefined,
});

const wallet = z.object({ availableBalance: naira });
/**
 * `GET /api/v2/disbursements/wallet-balance`: text in one schema of the documents, a number in another. They do not say
 * how `ledgerBalance` beside it differs: what is available is what can be paid out. Nor do they say how a balance below
 * zero is written: it does not fit.
 */
export const walletBalance: Expected<z.output<typeof wallet>> = {
  schema: wallet,
  mismatches: ({ availableBalance }) => (availableBalance < MOST_MINOR_UNITS ? [] : ["availableBalance"]),
};

/** The members whose two values differ. */
function differing(members: Record<string, [unknown, unknown]>): string[] {
  return Object.entries(members).flatMap(([name, [received, sent]]) => (received === sent ? [] : [name]));
}
