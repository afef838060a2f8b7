import { z } from "zod";
import { MOST_MINOR_UNITS } from "../balances.ts";
import { differing, expected } from "../fit.ts";
import type { Destination, TransferMoney } from "../gateway.ts";
import { balanceInNaira, naira } from "../naira.ts";
import { text } from "../text.ts";

const account = z.object({ account_number: z.string(), account_name: text });
/** `POST /accounts/resolve`: must be for the requested account. It doesn't include the bank. */
export const resolvedAccount = (accountNumber: string) =>
  expected(account, (data) => differing({ account_number: [data.account_number, accountNumber] }));

/** 0 or 1; as text, as all numbers are read. */
const flag = z.enum(["0", "1"]).nullish();

const transfer = z.object({
  reference: z.string(),
  status: z.string(),
  amount: naira,
  currency: z.string(),
  account_number: z.string().nullish(),
  bank_code: z.string().nullish().catch(null),
  full_name: text.nullish().catch(null),
  requires_approval: flag,
  is_approved: flag,
  // Why it failed, as text.
  complete_message: z.unknown().optional(),
});
export type FlutterwaveTransfer = z.output<typeof transfer>;

/**
 * `POST /transfers`: must match the amount and account that were sent under the reference. The bank is compared later,
 * as one institution has several codes there, and it's not documented which one comes back.
 */
export const transferOf = (sent: TransferMoney & { accountNumber: string }) =>
  expected(transfer, (data) => [
    ...mismatchesOf(data, sent),
    ...((data.account_number ?? sent.accountNumber) === sent.accountNumber ? [] : ["account_number"]),
  ]);

const transfers = z.array(transfer);
/**
 * `GET /transfers?reference=`: each must have the requested reference. If others come, the search works differently
 * from what we assume, and a missing one would mean nothing. More than one are two payments of one payout.
 */
export const transfersUnder = (sent: TransferMoney) =>
  expected(transfers, (found) => [
    ...found.flatMap((data) => mismatchesOf(data, sent)),
    ...(found.length > 1 ? ["more than one transfer"] : []),
  ]);

/** A transfer's recipient. The bank is omitted if it is the one that was `sent`. */
export const destinationOf = (data: FlutterwaveTransfer, sent?: string): Destination => ({
  bank: data.bank_code === sent ? undefined : (data.bank_code ?? undefined),
  holder: data.full_name ?? undefined,
});

const wallet = z.object({ currency: z.literal("NGN"), available_balance: balanceInNaira });
/**
 * `GET /balances/NGN`. `ledger_balance` is not documented: the available balance is what can be paid out. Nor is the
 * form of a negative balance: it does not fit. Fees of 26.875 leave half a kobo.
 */
export const walletBalance = expected(wallet, (data) =>
  data.available_balance < MOST_MINOR_UNITS ? [] : ["available_balance"],
);

/** The members that differ from what was sent. */
function mismatchesOf(data: FlutterwaveTransfer, sent: TransferMoney): string[] {
  const members = ["reference", "amount", "currency"] as const;
  return members.filter((name) => data[name] !== sent[name]);
}
