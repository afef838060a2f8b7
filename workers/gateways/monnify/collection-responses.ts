import { z } from "zod";
import { differing, expected } from "../fit.ts";
import { text } from "../text.ts";
import { monnifyTime } from "./monnify-time.ts";
import { naira } from "../naira.ts";

/** `MNFY|04|20211117112842|000170`; its parts are not documented. */
const transactionReference = z.string().regex(/^[\x21-\x7e]{1,100}$/);
const accountNumber = z.string().regex(/^\d{10}$/);
const bank = { bankCode: z.string().regex(/^\d{3,6}$/), bankName: text };

const transaction = z.object({ transactionReference, paymentReference: z.string() });
/** `POST …/transactions/init-transaction`, and the search by our reference: must be for that. */
export const transactionOf = (reference: string) =>
  expected(transaction, (data) => differing({ paymentReference: [data.paymentReference, reference] }));

const oneTimeAccount = z.object({
  accountNumber,
  accountName: text,
  ...bank,
  transactionReference,
  amount: naira,
  // If the payer bears the fee, it exceeds the amount, and the payment would not fit its collection.
  totalPayable: naira,
  // Seconds; as text, like all numbers.
  accountDurationSeconds: z.string().regex(/^\d{1,7}$/),
});
/** `POST …/bank-transfer/init-payment`: must be for the transaction, and its exact amount. */
export const oneTimeAccountOf = (sent: { transactionReference: string; amount: bigint }) =>
  expected(oneTimeAccount, (data) =>
    differing({
      transactionReference: [data.transactionReference, sent.transactionReference],
      amount: [data.amount, sent.amount],
      totalPayable: [data.totalPayable, sent.amount],
    }),
  );

const reservedAccount = z.object({
  accountReference: z.string(),
  status: z.literal("ACTIVE"),
  accounts: z.array(z.object({ accountNumber, accountName: text, ...bank })).min(1),
});
/** `POST /api/v2/bank-transfer/reserved-accounts`, and its GET: must be for our reference. */
export const reservedAccountOf = (reference: string) =>
  expected(reservedAccount, (data) => differing({ accountReference: [data.accountReference, reference] }));

const source = z.object({
  accountName: z.unknown().optional(),
  accountNumber: z.unknown().optional(),
  bankName: z.unknown().optional(),
});
/** A list, one, `{}` or nothing, depending on the endpoint. For information only. */
const sources = z
  .union([z.array(source).transform((list) => list[0]), source])
  .optional()
  .catch(undefined);

const payment = z.object({
  transactionReference,
  paymentReference: z.string(),
  paymentStatus: z.string(),
  paymentMethod: z.string().nullish(),
  // Missing or 0 until money comes.
  amountPaid: naira.nullish(),
  paidOn: monnifyTime.optional().catch(undefined),
  currency: z.literal("NGN").nullish(),
  currencyCode: z.literal("NGN").nullish(),
  product: z.object({ type: z.string(), reference: z.string() }).nullish(),
  paymentSourceInformation: sources,
  accountDetails: sources,
  accountPayments: sources,
});
export type Payment = z.output<typeof payment>;
/** `GET /api/v2/transactions/{transactionReference}`: must be for that one, and name its currency. */
export const paymentOf = (sent: string) =>
  expected(payment, (data) => [
    ...(data.transactionReference === sent ? [] : ["transactionReference"]),
    ...((data.currency ?? data.currencyCode) == null ? ["currency"] : []),
  ]);

const refund = z.object({
  refundReference: z.string(),
  // Not documented as always present.
  transactionReference: z.string().nullish(),
  refundAmount: naira,
  refundStatus: z.string().regex(/^[A-Z_]{1,40}$/),
});
/** `GET /api/v1/refunds/{refundReference}`: must be that one, and of the transaction if it names one. */
export const refundOf = (caseId: string, sent: string) =>
  expected(refund, (data) =>
    differing({
      refundReference: [data.refundReference, caseId],
      transactionReference: [data.transactionReference ?? sent, sent],
    }),
  );

/** `GET …/reserved-accounts/transactions`: a page of incoming transactions, by Monnify's references. */
export const transactionList = expected(
  z
    .object({ content: z.array(z.object({ transactionReference })).max(100) })
    .transform(({ content }) => content.map((one) => one.transactionReference)),
);
