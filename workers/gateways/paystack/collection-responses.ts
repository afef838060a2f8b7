import { z } from "zod";
import { differing, expected } from "../fit.ts";
import { text } from "../text.ts";
import { kobo } from "./responses.ts";

const accountNumber = z.string().regex(/^\d{10}$/);
const bank = z.object({ slug: z.string(), name: text });

const charge = z.object({
  reference: z.string(),
  status: z.literal("pending_bank_transfer"),
  account_number: accountNumber,
  account_name: text,
  bank,
  account_expires_at: z.iso.datetime({ offset: true }).transform((time) => new Date(time)),
});
/** `POST /charge`: must wait for a transfer, under the reference that was sent. */
export const chargeOf = (reference: string) =>
  expected(charge, (data) => differing({ reference: [data.reference, reference] }));

const customer = z.object({
  id: z.int().positive(),
  customer_code: z.string().regex(/^\w{1,100}$/),
  email: z.string(),
});
/** `POST /customer`: must be the one with the address that was sent. */
export const customerOf = (email: string) =>
  expected(customer, (data) => (data.email.toLowerCase() === email.toLowerCase() ? [] : ["email"]));

const dedicatedAccount = z.object({
  account_number: accountNumber,
  account_name: text,
  bank,
  currency: z.literal("NGN"),
  assigned: z.literal(true),
  active: z.literal(true),
  customer: z.object({ customer_code: z.string() }).optional(),
});
/** `POST /dedicated_account`: must be that customer's, if it says whose it is. */
export const dedicatedAccountOf = (code: string) =>
  expected(dedicatedAccount, (data) =>
    differing({ "customer.customer_code": [data.customer?.customer_code ?? code, code] }),
  );

const reference = z.string().regex(/^[\w.=-]{1,100}$/);
const payment = z.object({
  reference,
  status: z.string(),
  channel: z.string(),
  amount: kobo,
  currency: z.literal("NGN"),
  // The requested amount. If the payer bears the fee, `amount` includes it.
  requested_amount: kobo.nullish(),
  customer: z.object({ id: z.int().positive(), email: z.string() }),
  paid_at: z.unknown().optional(),
  // The payer is for information only.
  authorization: z
    .object({
      channel: z.unknown().optional(),
      sender_name: z.unknown().optional(),
      sender_bank: z.unknown().optional(),
      sender_bank_account_number: z.unknown().optional(),
    })
    .optional()
    .catch(undefined),
});
export type Payment = z.output<typeof payment>;
/** `GET /transaction/verify/{reference}`: must be for that one. */
export const paymentOf = (sent: string) =>
  expected(payment, (data) => differing({ reference: [data.reference, sent] }));

/** `GET /transaction/verify/{reference}`, for Paystack's id of the transaction. */
export const transactionIdOf = (sent: string) =>
  expected(z.object({ reference, id: z.int().positive() }), (data) =>
    differing({ reference: [data.reference, sent] }),
  );

/** A word of Paystack's, without anybody's data. */
const word = z.string().regex(/^[a-z-]{1,40}$/);

/** `GET /refund?transaction={id}`: the refunds of a transaction, which must all be of it. */
export const refundsOf = (id: number) =>
  expected(
    z
      .array(z.object({ transaction: z.int(), amount: kobo, currency: z.literal("NGN"), status: word }))
      .max(100),
    (list) => (list.every(({ transaction }) => transaction === id) ? [] : ["transaction"]),
  );

/** `GET /dispute/{id}`: must be of the transaction that the notice named. */
export const disputeOf = (id: string, sent: string) =>
  expected(
    z.object({
      id: z.int(),
      status: word,
      resolution: word.nullish(),
      refund_amount: kobo.nullish(),
      transaction: z.object({ reference }),
    }),
    (data) =>
      differing({ id: [String(data.id), id], "transaction.reference": [data.transaction.reference, sent] }),
  );

/** `GET /transaction`: a page of what came in, by reference. */
export const transactionList = expected(
  z
    .array(z.object({ reference }))
    .max(100)
    .transform((list) => list.map((one) => one.reference)),
);
