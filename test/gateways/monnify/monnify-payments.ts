import { forgetOldest } from "../../helpers/outside/forget-oldest.ts";
import { notFound, ok, refused, type MonnifyReply, type MonnifyRequest } from "./monnify-account.ts";

type Payment = {
  paymentReference: string;
  product: { type: "RESERVED_ACCOUNT" | "WEB_SDK"; reference: string };
  status: string;
  method: string;
  /** In kobo. */
  asked: bigint;
  paid: bigint;
  /** In the time of Nigeria, as in one of the documents' forms. */
  paidOn?: string;
};

export type MonnifyPayments = ReturnType<typeof createMonnifyPayments>;

export const MONNIFY_CONTRACT = "4934121686";

/**
 * Of all servers together: tests may share a database, where no two accounts have one number. A process that follows
 * upon another begins further on.
 */
let opened = Math.floor(Date.now() / 1_000) % 50_000_000;

/**
 * What comes in to a business at Monnify, as its documentation says: accounts, and the transactions that paid them. It
 * remembers the newest `keep` of each.
 */
export function createMonnifyPayments({
  sendsNumbersAsText,
  keep = Infinity,
}: {
  sendsNumbersAsText: () => boolean;
  keep?: number | undefined;
}) {
  const reserved = new Map<string, string>();
  const numbers = new Map<string, string>();
  const money = (kobo: bigint): unknown => {
    const text = `${kobo / 100n}.${String(kobo % 100n).padStart(2, "0")}`;
    return sendsNumbersAsText() ? text : JSON.rawJSON(text);
  };
  const numberOf = (owner: string) => {
    const known = numbers.get(owner) ?? String(6_000_000_000 + (opened += 1));
    numbers.set(owner, known);
    forgetOldest(numbers, keep);
    return known;
  };

  const payments = {
    /** By Monnify's reference. */
    transactions: new Map<string, Payment>(),
    /** By the business's reference of them. */
    refunds: new Map<string, Record<string, unknown>>(),
    /** What payers bear of Monnify's fee, in kobo. */
    fee: 0n,
    /** For how many seconds an account for one payment lives. */
    duration: 2_400,
    /** The bank of new accounts, by Monnify's code. */
    bankCode: "50515",

    initialize({ body }: MonnifyRequest): MonnifyReply {
      const { amount, paymentReference, contractCode, currencyCode, customerEmail } = body;
      if (typeof amount !== "string" || !/^\d+\.\d\d$/.test(amount) || currencyCode !== "NGN")
        return refused(400, "Invalid amount", "99");
      if (contractCode !== MONNIFY_CONTRACT || !String(customerEmail).includes("@"))
        return refused(422, "Invalid contract", "99");
      if (byReference(String(paymentReference)) !== undefined)
        return refused(422, "Duplicate payment reference", "99");
      const reference = `MNFY|20|20260302|${String((opened += 1)).padStart(6, "0")}`;
      payments.transactions.set(reference, {
        paymentReference: String(paymentReference),
        status: "PENDING",
        paid: 0n,
        method: "ACCOUNT_TRANSFER",
        product: { type: "WEB_SDK", reference },
        asked: BigInt(amount.replace(".", "")),
      });
      forgetOldest(payments.transactions, keep);
      const transactionReference = reference;
      return ok({ transactionReference, paymentReference, checkoutUrl: "https://sandbox.sdk.monnify.com/x" });
    },

    initPayment({ body }: MonnifyRequest): MonnifyReply {
      const transactionReference = String(body.transactionReference);
      const payment = payments.transactions.get(transactionReference);
      if (payment === undefined) return notFound;
      return ok({
        accountNumber: numberOf(transactionReference),
        accountName: "KADUNA BOOKS-MFY",
        bankCode: payments.bankCode,
        bankName: "Moniepoint Microfinance Bank",
        ussdPayment: null,
        accountDurationSeconds: payments.duration,
        transactionReference,
        paymentReference: payment.paymentReference,
        fee: money(payments.fee),
        amount: money(payment.asked),
        totalPayable: money(payment.asked + payments.fee),
      });
    },

    reserve({ body }: MonnifyRequest): MonnifyReply {
      const { accountReference, contractCode, bvn, nin } = body;
      if (contractCode !== MONNIFY_CONTRACT || (bvn ?? nin) === undefined)
        return refused(422, "BVN or NIN is required", "99");
      if (reserved.has(String(accountReference))) return refused(422, "Duplicate account reference", "99");
      reserved.set(String(accountReference), numberOf(String(accountReference)));
      forgetOldest(reserved, keep);
      return payments.readReserved(String(accountReference));
    },

    readReserved(accountReference: string): MonnifyReply {
      const accountNumber = reserved.get(accountReference);
      if (accountNumber === undefined) return notFound;
      const account = {
        accountNumber,
        accountName: "KADUNA BOOKS",
        bankName: "Moniepoint Microfinance Bank",
      };
      return ok({
        accountReference,
        accountName: "KAD",
        status: "ACTIVE",
        bvn: "22222222222",
        accounts: [{ ...account, bankCode: payments.bankCode }],
      });
    },

    query({ query }: MonnifyRequest): MonnifyReply {
      const known = byReference(query.get("paymentReference") ?? "");
      return known === undefined ? notFound : payments.find(known);
    },

    find(transactionReference: string): MonnifyReply {
      const payment = payments.transactions.get(transactionReference);
      if (payment === undefined) return notFound;
      return ok({
        ...describe(transactionReference, payment),
        currency: "NGN",
        product: payment.product,
        settlementAmount: "0.00",
        metaData: {},
        paymentSourceInformation: [
          {
            bankCode: "",
            amountPaid: money(payment.paid),
            accountName: "BOLA ADE",
            accountNumber: "0068687503",
          },
        ],
      });
    },

    list({ query }: MonnifyRequest): MonnifyReply {
      const owner = query.get("accountReference") ?? "";
      if (!reserved.has(owner)) return notFound;
      const [page, size] = [Number(query.get("page")), Number(query.get("size"))];
      const all = [...payments.transactions].filter(([, { product }]) => product.reference === owner);
      const content = all.slice(page * size, (page + 1) * size).map(([reference, payment]) => ({
        ...describe(reference, payment),
        currencyCode: "NGN",
      }));
      return ok({ content, totalElements: all.length, number: page, last: (page + 1) * size >= all.length });
    },

    /** The numbers of the accounts that it remembers, the oldest first. */
    accountNumbers: () =>
      [...numbers].flatMap(([owner, number]) =>
        payments.transactions.has(owner) || reserved.has(owner) ? [number] : [],
      ),

    /** A payer transfers kobo to an account number; returns the transaction's reference and the notice of it. */
    pay(accountNumber: string, kobo: bigint): { transaction: string; notice: object } {
      const owner = [...numbers].find(([, number]) => number === accountNumber)![0];
      let transaction = owner;
      const known = payments.transactions.get(owner);
      if (known === undefined) {
        transaction = `MNFY|04|20260302|${String((opened += 1)).padStart(6, "0")}`;
        payments.transactions.set(transaction, {
          paymentReference: transaction,
          product: { type: "RESERVED_ACCOUNT", reference: owner },
          status: "PAID",
          method: "ACCOUNT_TRANSFER",
          asked: kobo,
          paid: kobo,
        });
      } else {
        known.paid += kobo;
        known.status =
          known.paid < known.asked ? "PARTIALLY_PAID" : known.paid > known.asked ? "OVERPAID" : "PAID";
      }
      forgetOldest(payments.transactions, keep);
      const { body } = payments.find(transaction);
      return { transaction, notice: { eventType: "SUCCESSFUL_TRANSACTION", eventData: body.responseBody } };
    },

    /** The business refunds a transaction, or a part of it; returns the notice of it. */
    refund(transactionReference: string, kobo: bigint, refundStatus = "COMPLETED"): object {
      const refundReference = `refund-${(opened += 1)}`;
      const refundAmount = money(kobo);
      const refund = { refundReference, transactionReference, refundAmount, refundStatus };
      payments.refunds.set(refundReference, refund);
      const eventType = refundStatus === "FAILED" ? "FAILED_REFUND" : "SUCCESSFUL_REFUND";
      return { eventType, eventData: refund };
    },

    readRefund(refundReference: string): MonnifyReply {
      const refund = payments.refunds.get(refundReference);
      return refund === undefined ? refused(400, "Refund not found", "R7") : ok(refund);
    },

    /** A payer pays at a checkout page of the business, under a reference that the browser chose. Returns Monnify's. */
    checkOut(paymentReference: string, kobo: bigint): string {
      const transaction = `MNFY|20|20260302|${String((opened += 1)).padStart(6, "0")}`;
      payments.transactions.set(transaction, {
        paymentReference,
        product: { type: "WEB_SDK", reference: transaction },
        status: "PAID",
        method: "ACCOUNT_TRANSFER",
        asked: kobo,
        paid: kobo,
      });
      return transaction;
    },
  };

  function byReference(paymentReference: string): string | undefined {
    return [...payments.transactions].find(([, one]) => one.paymentReference === paymentReference)?.[0];
  }

  function describe(transactionReference: string, payment: Payment): Record<string, unknown> {
    const { paymentReference, status: paymentStatus, method, asked, paid } = payment;
    const { paidOn = "2026-03-02 11:28:42.615" } = payment;
    return {
      transactionReference,
      paymentReference,
      paymentStatus,
      paymentMethod: method,
      amountPaid: money(paid),
      totalPayable: money(asked),
      paidOn,
      customer: { name: "Kaduna Books", email: `${paymentReference}@example.com` },
    };
  }

  return payments;
}
