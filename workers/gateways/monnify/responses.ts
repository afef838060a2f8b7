import { z } from "zod";
import { MOST_MINOR_UNITS } from "../balances.ts";
import { differing, expected } from "../fit.ts";
import type { Destination, TransferMoney } from "../gateway.ts";
import { text } from "../text.ts";
import { naira } from "../naira.ts";

const account = z.object({
  accountNumber: z.string().nullish(),
  bankCode: z.string().nullish(),
  accountName: text,
});
/**
 * `GET /api/v1/disbursements/account/validate`: must be for our account, and our bank by Monnify's code if it is
 * included.
 */
export const validatedAccount = (accountNumber: string, bank: string) =>
  expected(account, (data) =>
    differing({
      accountNumber: [data.accountNumber ?? accountNumber, accountNumber],
      bankCode: [data.bankCode ?? bank, bank],
    }),
  );

const transfer = z.object({
  reference: z.string(),
  status: z.string(),
  amount: naira,
  // The response to a transfer has no currency, and the other members are not documented as always present.
  currency: z.string().nullish(),
  destinationAccountNumber: z.string().nullish(),
  destinationBankCode: z.string().nullish().catch(null),
  destinationAccountName: text.nullish().catch(null),
  // Why it failed, as text.
  transactionDescription: z.unknown().optional(),
});
export type MonnifyTransfer = z.output<typeof transfer>;
/**
 * `POST /api/v2/disbursements/single` and `GET …/single/summary`: must match the amount sent under the reference and,
 * if included, its account.
 */
export const transferOf = (sent: TransferMoney & { accountNumber?: string }) =>
  expected(transfer, (data) => {
    // Empty if a refund's destination was lost in a restore.
    const accountNumber = sent.accountNumber || undefined;
    return differing({
      reference: [data.reference, sent.reference],
      amount: [data.amount, sent.amount],
      currency: [data.currency ?? sent.currency, sent.currency],
      destinationAccountNumber: [
        data.destinationAccountNumber ?? accountNumber,
        accountNumber ?? data.destinationAccountNumber ?? undefined,
      ],
    });
  });

/** A transfer's recipient. The bank is omitted if it is the one that was `sent`. */
export const destinationOf = (data: MonnifyTransfer, sent?: string): Destination => ({
  bank: data.destinationBankCode === sent ? undefined : (data.destinationBankCode ?? undefined),
  holder: data.destinationAccountName ?? undefined,
});

const wallet = z.object({ availableBalance: naira });
/**
 * `GET /api/v2/disbursements/wallet-balance`: text in one schema of the documentation, a number in another.
 * `ledgerBalance` is not documented: the available balance is what can be paid out. Nor is the form of a negative
 * balance: it does not fit.
 */
export const walletBalance = expected(wallet, ({ availableBalance }) =>
  availableBalance < MOST_MINOR_UNITS ? [] : ["availableBalance"],
);
