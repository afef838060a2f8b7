import { forgetOldest } from "../../helpers/outside/forget-oldest.ts";
import { refused, type PaystackReply, type PaystackRequest } from "./paystack-account.ts";

type Payment = {
  id: number;
  status: string;
  method: string;
  /** In kobo. */
  asked: bigint;
  paid: bigint;
  customer: Customer;
  paidAt?: string;
};
type Customer = { id: number; customer_code: string; email: string };

export type PaystackPayments = ReturnType<typeof createPaystackPayments>;

/**
 * Of all servers together: tests may share a database, where no two accounts have one number. A process that follows
 * upon another begins further on.
 */
let opened = Math.floor(Date.now() / 1_000) % 50_000_000;

/**
 * What comes in to a business at Paystack, as its documentation says: accounts, and transactions that paid them. It
 * remembers the newest `keep` of each.
 */
export function createPaystackPayments({
  sendsNumbersAsText,
  keep = Infinity,
}: {
  sendsNumbersAsText: () => boolean;
  keep?: number | undefined;
}) {
  let made = 0;
  const customers = new Map<string, Customer>();
  /** Whose account a number is: a transaction's that waits for it, or a customer's. */
  const numbers = new Map<string, string>();
  const number = (kobo: bigint) => (sendsNumbersAsText() ? String(kobo) : Number(kobo));
  const customerOf = (email: string): Customer => {
    const known = customers.get(email);
    if (known !== undefined) return known;
    const id = 7_000 + (made += 1);
    const customer = { id, customer_code: `CUS_${id}`, email };
    customers.set(email, customer);
    forgetOldest(customers, keep);
    return customer;
  };
  const numberOf = (owner: string) => {
    const known = numbers.get(owner) ?? String(9_900_000_000 + (opened += 1));
    numbers.set(owner, known);
    forgetOldest(numbers, keep);
    return known;
  };

  const payments = {
    /** By reference. */
    transactions: new Map<string, Payment>(),
    refunds: [] as { id: number; transaction: number; amount: unknown; currency: string; status: string }[],
    /** By id. */
    disputes: new Map<number, Record<string, unknown> & { transaction: { id: number; reference: string } }>(),
    /** Customers get no account: the business has to be verified first. */
    refusesAccounts: false,
    /** The longest that an account for one payment lives, in minutes. */
    longest: 8 * 60,

    charge({ body }: PaystackRequest): PaystackReply {
      const { email, amount, reference, bank_transfer: transfer } = body;
      if (
        !/^\d+$/.test(String(amount)) ||
        !/^[\w.=-]+$/.test(String(reference)) ||
        /_/.test(String(reference))
      )
        return refused(400, "Invalid transaction", "invalid_params");
      if (payments.transactions.has(String(reference)))
        return refused(400, "Duplicate Transaction Reference", "duplicate_reference");
      const asked = new Date((transfer as { account_expires_at: string }).account_expires_at);
      const latest = new Date(Date.now() + payments.longest * 60_000);
      payments.transactions.set(String(reference), {
        id: 4_099_000 + (opened += 1),
        status: "ongoing",
        method: "bank_transfer",
        paid: 0n,
        asked: BigInt(String(amount)),
        customer: customerOf(String(email)),
      });
      forgetOldest(payments.transactions, keep);
      return ok({
        status: "pending_bank_transfer",
        display_text: "Please make a transfer",
        reference,
        account_name: "PAYSTACK CHECKOUT",
        account_number: numberOf(String(reference)),
        bank: { slug: "titan-paystack", name: "Paystack-Titan", id: 629 },
        account_expires_at: (asked < latest ? asked : latest).toISOString(),
      });
    },

    createCustomer({ body }: PaystackRequest): PaystackReply {
      return ok({ ...customerOf(String(body.email)), integration: 1, domain: "live" });
    },

    dedicate({ body }: PaystackRequest): PaystackReply {
      const customer = [...customers.values()].find((one) => one.customer_code === body.customer);
      if (customer === undefined || payments.refusesAccounts)
        return refused(400, "Customer has not been validated", "invalid_customer");
      return ok({
        bank: { name: "Wema Bank", id: 20, slug: body.preferred_bank },
        account_name: "KADUNA BOOKS",
        account_number: numberOf(customer.email),
        assigned: true,
        currency: "NGN",
        active: true,
        id: 253,
        customer: { ...customer, phone: "+2348000000000" },
      });
    },

    /** The business gives a customer of its own a dedicated account. */
    addCustomer(email: string): { customer: Customer; number: string } {
      return { customer: customerOf(email), number: numberOf(email) };
    },

    verify(reference: string): PaystackReply {
      const payment = payments.transactions.get(reference);
      if (payment === undefined)
        return refused(404, "Transaction reference not found", "transaction_not_found");
      return ok(describe(reference, payment));
    },

    list({ query }: PaystackRequest): PaystackReply {
      const [page, perPage] = [Number(query.get("page")), Number(query.get("perPage"))];
      const all = [...payments.transactions].filter(
        ([, { customer, status }]) =>
          customer.id === Number(query.get("customer")) && status === query.get("status"),
      );
      const data = all.slice((page - 1) * perPage, page * perPage).map((one) => describe(...one));
      return { status: 200, body: { status: true, message: "Transactions retrieved", data, meta: { page } } };
    },

    /** The numbers of the accounts that it remembers, the oldest first. */
    accountNumbers: () =>
      [...numbers].flatMap(([owner, known]) =>
        payments.transactions.has(owner) || customers.has(owner) ? [known] : [],
      ),

    /** A payer transfers kobo to an account number; returns the transaction's reference and the notice of it. */
    pay(accountNumber: string, kobo: bigint): { transaction: string; notice: object } {
      const owner = [...numbers].find(([, known]) => known === accountNumber)![0];
      const waiting = payments.transactions.get(owner);
      const id = 4_099_000 + (opened += 1);
      const transaction = waiting === undefined ? `17725${id}xyz` : owner;
      if (waiting === undefined)
        payments.transactions.set(transaction, {
          id,
          status: "success",
          method: "dedicated_nuban",
          asked: kobo,
          paid: kobo,
          customer: customers.get(owner)!,
        });
      // Another amount than the one that was asked for is sent back, and nobody is told under this reference.
      else if (waiting.asked === kobo) Object.assign(waiting, { status: "success", paid: kobo });
      forgetOldest(payments.transactions, keep);
      const data = describe(transaction, payments.transactions.get(transaction)!);
      return { transaction, notice: { event: "charge.success", data } };
    },

    /** The business refunds a transaction, or a part of it; returns the notice of it. */
    refund(transaction: string, kobo: bigint, status = "processed"): object {
      const { id } = payments.transactions.get(transaction)!;
      const amount = number(kobo);
      payments.refunds.push({
        id: 1_018_000 + (opened += 1),
        transaction: id,
        amount,
        currency: "NGN",
        status,
      });
      const named = { transaction_reference: transaction, refund_reference: null };
      return { event: `refund.${status}`, data: { ...named, status, amount, currency: "NGN" } };
    },

    /** A payer disputes a transaction, or the dispute moves on; returns the notice of it. */
    dispute(transaction: string, kobo: bigint, resolution?: string): object {
      const known = [...payments.disputes].find(([, one]) => one.transaction.reference === transaction);
      const id = known?.[0] ?? 358_000 + (opened += 1);
      const dispute = {
        id,
        refund_amount: number(kobo),
        currency: "NGN",
        status: resolution === undefined ? "awaiting-merchant-feedback" : "resolved",
        resolution: resolution ?? null,
        transaction: { id: payments.transactions.get(transaction)!.id, reference: transaction },
      };
      payments.disputes.set(id, dispute);
      return { event: `charge.dispute.${resolution === undefined ? "create" : "resolve"}`, data: dispute };
    },

    listRefunds({ query }: PaystackRequest): PaystackReply {
      const data = payments.refunds.filter(
        ({ transaction }) => transaction === Number(query.get("transaction")),
      );
      return { status: 200, body: { status: true, message: "Refunds retrieved", data } };
    },

    readDispute(id: string): PaystackReply {
      const dispute = payments.disputes.get(Number(id));
      return dispute === undefined ? refused(404, "Dispute not found", "dispute_not_found") : ok(dispute);
    },

    /** A payer pays at a checkout page of the business, under a reference and an address that the browser chose. */
    checkOut(reference: string, email: string, kobo: bigint): void {
      payments.transactions.set(reference, {
        id: 4_099_000 + (opened += 1),
        status: "success",
        asked: kobo,
        paid: kobo,
        method: "bank_transfer",
        customer: customerOf(email),
      });
    },
  };

  function describe(
    reference: string,
    { id, status, method, asked, paid, customer, paidAt = "2026-03-02T10:28:42.000Z" }: Payment,
  ): Record<string, unknown> {
    return {
      id,
      reference,
      status,
      amount: number(paid === 0n ? asked : paid),
      currency: "NGN",
      channel: method,
      fees: 1_000,
      requested_amount: Number(asked),
      customer,
      log: null,
      paid_at: paidAt,
      gateway_response: "Approved",
      authorization: {
        channel: method,
        sender_name: "BOLA ADE",
        sender_bank: "Access Bank",
        sender_bank_account_number: "XXXXXX4321",
        narration: "books",
      },
    };
  }

  return payments;
}

function ok(data: Record<string, unknown>): PaystackReply {
  return { status: 200, body: { status: true, message: "Done", data } };
}
