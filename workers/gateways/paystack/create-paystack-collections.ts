import { cleanPayer } from "../../../sql/collections/clean-payer.ts";
import { paidAccount, paystackReferenceOf } from "./references.ts";
import { readPaidAt } from "../../../sql/collections/read-paid-at.ts";
import type { PaystackSettings } from "./manifest.ts";
import { createCollections, noAccount, unknownBank, type Collections } from "../create-collections.ts";
import { creditResult } from "../credit-result.ts";
import type { CreditCase } from "../../../sql/gateways/credit-notices.ts";
import type { AccountRequest, AccountResult, CaseResult, CreditResult, PayerSide } from "../gateway.ts";
import type { CallPaystack } from "./call-paystack.ts";
import {
  chargeOf,
  customerOf,
  dedicatedAccountOf,
  disputeOf,
  paymentOf,
  refundsOf,
  transactionIdOf,
  transactionList,
  type Payment,
} from "./collection-responses.ts";
import { meanings, transfers } from "./credit-meanings.ts";

/** Paystack's codes for the banks of its accounts: responses have their names for use in addresses. */
const bankCodes: ReadonlyMap<string, string> = new Map([
  ["wema-bank", "035"],
  ["titan-paystack", "100039"],
  ["paystack-titan", "100039"],
]);

/**
 * Incoming money at Paystack: accounts for one payment (`POST /charge` with a bank transfer) or permanent ones
 * (dedicated virtual accounts), and the status of each transaction.
 *
 * Each account has its own customer there, with the merchant's name and a made-up address: customers are identified by
 * their address, and two accounts of one would share a number. Nothing about the payer goes to Paystack. Without
 * `accounts` none is opened, but existing ones can be polled.
 */
export function createPaystackCollections(
  callPaystack: CallPaystack,
  accounts: PaystackSettings["accounts"],
  { bankOf, host }: PayerSide,
): Collections {
  async function charge(request: AccountRequest, signal: AbortSignal): Promise<AccountResult> {
    const reference = paystackReferenceOf(request.reference);
    const response = await callPaystack(
      {
        method: "POST",
        path: "/charge",
        body: {
          email: `${request.reference}@${host}`,
          amount: String(request.amount),
          currency: request.currency,
          reference,
          bank_transfer: { account_expires_at: request.expiresAt.toISOString() },
        },
      },
      chargeOf(reference),
      signal,
    );
    if (response.kind !== "ok") return noAccount(response);
    const endsAt = response.body.account_expires_at;
    return await provisioned(response.body, { providerAccount: reference, isOneTime: true, endsAt });
  }

  async function dedicate(
    request: AccountRequest,
    { bank, phone }: NonNullable<PaystackSettings["accounts"]>,
    signal: AbortSignal,
  ): Promise<AccountResult> {
    const email = `${request.reference}@${host}`;
    const [firstName, ...rest] = request.merchantName.split(/\s+/);
    const names = { first_name: firstName, last_name: rest.join(" ") || firstName };
    const customer = await callPaystack(
      { method: "POST", path: "/customer", body: { email, ...names, phone } },
      customerOf(email),
      signal,
    );
    if (customer.kind !== "ok") return noAccount(customer);
    const { id, customer_code: code } = customer.body;
    const account = await callPaystack(
      { method: "POST", path: "/dedicated_account", body: { customer: code, preferred_bank: bank } },
      dedicatedAccountOf(code),
      signal,
    );
    if (account.kind !== "ok") return noAccount(account);
    return await provisioned(account.body, { providerAccount: String(id) });
  }

  async function provisioned(
    account: { bank: { slug: string; name: string }; account_number: string; account_name: string },
    more: { providerAccount: string; isOneTime?: boolean; endsAt?: Date },
  ): Promise<AccountResult> {
    const code = bankCodes.get(account.bank.slug);
    const bankCode = code === undefined ? null : await bankOf(code);
    if (bankCode === null) return unknownBank;
    return {
      kind: "provisioned",
      bankCode,
      bankName: account.bank.name,
      accountNumber: account.account_number,
      accountName: account.account_name,
      ...more,
    };
  }

  /** A refund's notice names only its transaction: what counts is all that was refunded of it. */
  async function findRefunds({ transaction }: CreditCase, signal: AbortSignal) {
    const path = `/transaction/verify/${encodeURIComponent(transaction)}`;
    const payment = await callPaystack({ method: "GET", path }, transactionIdOf(transaction), signal);
    if (payment.kind !== "ok") return payment;
    const { id } = payment.body;
    const query = new URLSearchParams({ transaction: String(id), perPage: "100" });
    const list = await callPaystack({ method: "GET", path: `/refund?${query}` }, refundsOf(id), signal);
    if (list.kind !== "ok") return list;
    return { kind: "ok", body: refundedOf(list.body) } as const;
  }

  async function findDispute({ transaction, caseId }: CreditCase, signal: AbortSignal) {
    const path = `/dispute/${encodeURIComponent(caseId)}`;
    const dispute = await callPaystack({ method: "GET", path }, disputeOf(caseId, transaction), signal);
    if (dispute.kind !== "ok") return dispute;
    const { status, resolution, refund_amount: amount } = dispute.body;
    const theirs = [amount ?? "", status, resolution ?? ""].join(" ").trim();
    return { kind: "ok", body: { kind: "taken_back", theirs } } as const;
  }

  return createCollections({
    openAccount:
      accounts &&
      ((request, signal) =>
        accounts.kind === "one-time" ? charge(request, signal) : dedicate(request, accounts, signal)),
    findPayment(transaction, signal) {
      const path = `/transaction/verify/${encodeURIComponent(transaction)}`;
      return callPaystack({ method: "GET", path }, paymentOf(transaction), signal);
    },
    creditOf,
    findCase: (request, signal) =>
      request.kind === "refund" ? findRefunds(request, signal) : findDispute(request, signal),
    listPayments(customer, { page, size }, signal) {
      const query = new URLSearchParams({ customer, status: "success", perPage: size, page });
      return callPaystack({ method: "GET", path: `/transaction?${query}` }, transactionList, signal);
    },
    firstPage: 1,
  });
}

/** What was refunded, in kobo, and how far that is: those that failed left the money where it was. */
function refundedOf(refunds: { amount: bigint; status: string }[]): CaseResult {
  if (refunds.length === 0) return { kind: "not_found" };
  const kept = refunds.filter(({ status }) => status !== "failed");
  if (kept.length === 0) return { kind: "no_money" };
  const amount = kept.reduce((sum, refund) => sum + refund.amount, 0n);
  const statuses = [...new Set(kept.map(({ status }) => status))].toSorted();
  return { kind: "taken_back", theirs: `${amount} ${statuses.join(" ")}` };
}

/** A fee paid by the payer is not the merchant's: if the two amounts differ, a person checks it. */
function creditOf(payment: Payment): CreditResult {
  const { status, amount, requested_amount: requested, channel } = payment;
  const credit = creditResult(meanings.get(status), transfers.has(channel), moneyOf(payment));
  return credit.kind === "received" && (requested ?? amount) !== amount
    ? {
        kind: "unknown",
        reason: "another amount than requested",
        forOperator: "CREDIT_STATUS_UNKNOWN",
      }
    : credit;
}

/**
 * Payers on a checkout page choose reference and address. Only money to a dedicated account has that channel. The
 * customer's id tells whose account it is: the business may give customers with any address an account of their own.
 */
function moneyOf(payment: Payment) {
  const { reference, customer, amount, currency, channel, authorization: from } = payment;
  const recipient = paidAccount(reference, customer.email) ?? "";
  const [name, bankName, accountNumber] = [
    from?.sender_name,
    from?.sender_bank,
    from?.sender_bank_account_number,
  ];
  const isOneTime = channel !== "dedicated_nuban" && from?.channel !== "dedicated_nuban";
  return {
    recipient,
    amount,
    currency,
    isOneTime,
    payer: cleanPayer({ name, bankName, accountNumber }),
    paidAt: readPaidAt(payment.paid_at),
    ...(!isOneTime && { providerAccount: String(customer.id) }),
  };
}
