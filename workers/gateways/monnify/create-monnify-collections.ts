import { cleanPayer } from "../../../sql/collections/clean-payer.ts";
import type { MonnifySettings } from "./manifest.ts";
import { createCollections, noAccount, unknownBank, type Collections } from "../create-collections.ts";
import { creditResult } from "../credit-result.ts";
import type { AccountRequest, AccountResult, CreditResult, PayerSide } from "../gateway.ts";
import type { CallMonnify } from "./call-monnify.ts";
import {
  oneTimeAccountOf,
  paymentOf,
  refundOf,
  reservedAccountOf,
  transactionList,
  transactionOf,
  type Payment,
} from "./collection-responses.ts";
import { meanings } from "./credit-meanings.ts";
import { nairaOf } from "../naira.ts";

/** Where the documentation offers a choice of banks, it now names Monnify's own. */
const MONIEPOINT = "50515";

/**
 * Incoming money at Monnify: accounts for one payment (`init-transaction`, then `init-payment`) or permanent ones
 * (reserved accounts), and the status of each transaction.
 *
 * Monnify gets the merchant's name and a made-up address, and nothing about the payer. Without `accounts` none is
 * opened, but existing ones can be polled.
 */
export function createMonnifyCollections(
  callMonnify: CallMonnify,
  accounts: MonnifySettings["accounts"],
  { bankOf, host }: PayerSide,
): Collections {
  const get = (path: string) => ({ method: "GET", path }) as const;
  const customerOf = ({ reference, merchantName }: AccountRequest) => ({
    customerName: merchantName,
    customerEmail: `${reference}@${host}`,
  });

  async function openOneTime(
    request: AccountRequest,
    contractCode: string,
    signal: AbortSignal,
  ): Promise<AccountResult> {
    const { reference, amount, currency, requestedAt } = request;
    const begun = await callMonnify(
      {
        method: "POST",
        path: "/api/v1/merchant/transactions/init-transaction",
        body: {
          amount: nairaOf(amount),
          ...customerOf(request),
          paymentReference: reference,
          paymentDescription: request.merchantName,
          currencyCode: currency,
          contractCode,
          paymentMethods: ["ACCOUNT_TRANSFER"],
        },
      },
      transactionOf(reference),
      signal,
    );
    // A known reference is refused: then the existing one is fetched.
    const query = new URLSearchParams({ paymentReference: reference });
    const known =
      begun.kind === "refusal"
        ? await callMonnify(
            get(`/api/v2/merchant/transactions/query?${query}`),
            transactionOf(reference),
            signal,
          )
        : begun;
    if (known.kind === "refusal") return noAccount(begun.kind === "refusal" ? begun : known);
    if (known.kind === "unknown") return known;
    const { transactionReference } = known.body;

    const account = await callMonnify(
      {
        method: "POST",
        path: "/api/v1/merchant/bank-transfer/init-payment",
        body: { transactionReference },
      },
      oneTimeAccountOf({ transactionReference, amount }),
      signal,
    );
    if (account.kind !== "ok") return noAccount(account);
    const endsAt = new Date(requestedAt.getTime() + Number(account.body.accountDurationSeconds) * 1_000);
    return await provisioned(account.body, {
      providerAccount: transactionReference,
      isOneTime: true,
      endsAt,
    });
  }

  async function reserve(
    request: AccountRequest,
    { contractCode, bvn, nin }: NonNullable<MonnifySettings["accounts"]>,
    signal: AbortSignal,
  ): Promise<AccountResult> {
    const { reference, merchantName, currency } = request;
    const path = "/api/v2/bank-transfer/reserved-accounts";
    const made = await callMonnify(
      {
        method: "POST",
        path,
        body: {
          accountReference: reference,
          accountName: merchantName,
          currencyCode: currency,
          contractCode,
          ...customerOf(request),
          ...(bvn === undefined ? {} : { bvn }),
          ...(nin === undefined ? {} : { nin }),
          getAllAvailableBanks: false,
          preferredBanks: [MONIEPOINT],
        },
      },
      reservedAccountOf(reference),
      signal,
    );
    const account =
      made.kind === "refusal"
        ? await callMonnify(
            get(`${path}/${encodeURIComponent(reference)}`),
            reservedAccountOf(reference),
            signal,
          )
        : made;
    if (account.kind === "refusal") return noAccount(made.kind === "refusal" ? made : account);
    if (account.kind === "unknown") return account;
    return await provisioned(account.body.accounts[0]!, { providerAccount: reference });
  }

  async function provisioned(
    account: { bankCode: string; bankName: string; accountNumber: string; accountName: string },
    more: { providerAccount: string; isOneTime?: boolean; endsAt?: Date },
  ): Promise<AccountResult> {
    const bankCode = await bankOf(account.bankCode);
    if (bankCode === null) return unknownBank;
    const { bankName, accountNumber, accountName } = account;
    return { kind: "provisioned", bankCode, bankName, accountNumber, accountName, ...more };
  }

  return createCollections({
    openAccount:
      accounts &&
      ((request, signal) =>
        accounts.kind === "one-time"
          ? openOneTime(request, accounts.contractCode, signal)
          : reserve(request, accounts, signal)),
    findPayment(transaction, signal) {
      const path = `/api/v2/transactions/${encodeURIComponent(transaction)}`;
      return callMonnify(get(path), paymentOf(transaction), signal);
    },
    creditOf,
    async findCase({ transaction, caseId }, signal) {
      const path = `/api/v1/refunds/${encodeURIComponent(caseId)}`;
      const refund = await callMonnify(get(path), refundOf(caseId, transaction), signal);
      if (refund.kind !== "ok") return refund;
      const { refundAmount, refundStatus } = refund.body;
      if (refundStatus === "FAILED") return { kind: "ok", body: { kind: "no_money" } };
      return { kind: "ok", body: { kind: "taken_back", theirs: `${refundAmount} ${refundStatus}` } };
    },
    listPayments(accountReference, range, signal) {
      const query = new URLSearchParams({ accountReference, ...range });
      const path = `/api/v1/bank-transfer/reserved-accounts/transactions?${query}`;
      return callMonnify(get(path), transactionList, signal);
    },
    firstPage: 0,
  });
}

function creditOf(payment: Payment): CreditResult {
  const { paymentStatus, paymentMethod } = payment;
  return creditResult(meanings.get(paymentStatus), paymentMethod === "ACCOUNT_TRANSFER", moneyOf(payment));
}

/** Money to a reserved account has Monnify's own reference, and names the account as its product. */
function moneyOf(payment: Payment) {
  const { product, paymentReference, amountPaid, currency, currencyCode } = payment;
  const payer = payment.paymentSourceInformation ?? payment.accountDetails ?? payment.accountPayments;
  const reserved = product?.type === "RESERVED_ACCOUNT" ? product.reference : undefined;
  return {
    recipient: reserved ?? paymentReference,
    isOneTime: reserved === undefined,
    ...(reserved !== undefined && { providerAccount: reserved }),
    amount: amountPaid ?? 0n,
    currency: (currency ?? currencyCode)!,
    payer: cleanPayer(payer && { ...payer, name: payer.accountName }),
    paidAt: payment.paidOn,
  };
}
