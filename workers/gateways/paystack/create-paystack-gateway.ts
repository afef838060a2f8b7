import type { PaystackSettings } from "./manifest.ts";
import {
  bankNotReached,
  sendResult,
  type Gateway,
  type NameResult,
  type PayerSide,
  type SendResult,
  type Unknown,
} from "../gateway.ts";
import { createCallPaystack, type Refusal } from "./call-paystack.ts";
import { createPaystackCollections } from "./create-paystack-collections.ts";
import { ourBalances } from "../balances.ts";
import { failureMeaning } from "../failure-texts.ts";
import { plainNarration } from "../plain-narration.ts";
import { balances, destinationOf, recipientOf, resolvedAccount, transferOf } from "./responses.ts";
import { transferResult } from "./transfer-result.ts";

/**
 * The gateway to Paystack (https://paystack.com/docs/api): name enquiries and transfers in naira, and with `payers`
 * incoming money.
 *
 * No text or id of Paystack's reaches a merchant: account holders' names do, and failure codes are ours.
 * `paystackBankCode`: Paystack's code for our bank code; null if it does not reach that bank.
 */
export function createPaystackGateway(
  settings: PaystackSettings,
  paystackBankCode: (bankCode: string) => Promise<string | null>,
  payers?: PayerSide,
): Gateway {
  const callPaystack = createCallPaystack(settings);
  const collections = payers && createPaystackCollections(callPaystack, settings.accounts, payers);

  return {
    kind: "paystack",
    ...collections,
    // Paystack refuses a known reference, and its documentation says to retry with the same one.
    dedupesByReference: true,
    // It may not find a transfer right after accepting it.
    notFoundCountsAfterMs: 10 * 60 * 1_000,

    async enquireName({ bankCode, accountNumber }, signal) {
      const bank = await paystackBankCode(bankCode);
      if (bank === null) return bankNotReached.name;
      const query = new URLSearchParams({ account_number: accountNumber, bank_code: bank });
      const request = { method: "GET", path: `/bank/resolve?${query}` } as const;
      const response = await callPaystack(request, resolvedAccount(accountNumber), signal);
      if (response.kind === "ok") return { kind: "resolved", accountName: response.body.account_name };
      return response.kind === "refusal" ? nameRefusal(response) : response;
    },

    async sendTransfer(transfer, signal) {
      const { reference, amount, currency, bankCode, accountNumber, accountName } = transfer;
      const narration = plainNarration(transfer.narration);
      const bank = await paystackBankCode(bankCode);
      if (bank === null) return bankNotReached.transfer;
      // An existing recipient is returned unchanged.
      const recipient = await callPaystack(
        {
          method: "POST",
          path: "/transferrecipient",
          body: {
            type: "nuban",
            name: accountName,
            account_number: accountNumber,
            bank_code: bank,
            currency,
          },
        },
        recipientOf(accountNumber),
        signal,
      );
      if (recipient.kind === "refusal" && recipient.isOfInput) return notPayable;
      // Without a recipient there is no transfer.
      if (recipient.kind === "refusal") return { ...unknownRefusal(recipient), ...noRecipient };
      if (recipient.kind === "unknown") return { ...recipient, ...noRecipient };
      const destination = destinationOf(recipient.body.details, bank);
      if (destination.bank !== undefined)
        return { ...noRecipient, reason: "the recipient is at another bank", destination };

      const response = await callPaystack(
        {
          method: "POST",
          path: "/transfer",
          body: {
            source: "balance",
            amount: Number(amount),
            currency,
            reference,
            recipient: recipient.body.recipient_code,
            ...(narration === null ? {} : { reason: narration }),
          },
        },
        transferOf(transfer),
        signal,
      );
      if (response.kind === "ok")
        return { ...transferResult(response.body.status, "processing"), destination };
      if (response.kind === "unknown") return sendResult(response);
      if (response.code === "insufficient_balance" || failureMeaning(response.message) === "no_float")
        return { ...unknownRefusal(response), ...noFloat };
      return response.isOfInput && response.code === "invalid_transfer_recipient"
        ? notPayable
        : unknownRefusal(response);
    },

    async findTransfer(transfer, signal) {
      const path = `/transfer/verify/${encodeURIComponent(transfer.reference)}`;
      const response = await callPaystack({ method: "GET", path }, transferOf(transfer), signal);
      if (response.kind === "ok") {
        const destination = destinationOf(response.body.recipient?.details);
        return { ...transferResult(response.body.status, transfer.status), destination };
      }
      if (response.kind === "unknown") return response;
      return response.status === 404 ? { kind: "not_found" } : unknownRefusal(response);
    },

    async findBalances(signal) {
      const response = await callPaystack({ method: "GET", path: "/balance" }, balances, signal);
      if (response.kind === "ok") return { kind: "balances", balances: ourBalances(response.body) };
      // A refusal of this is not documented.
      if (response.kind === "refusal") return { kind: "unknown", reason: reasonOf(response) };
      return response;
    },
  };
}

/**
 * Only its text tells whether it is about the account: statuses and codes are the same for an unknown bank code, a
 * daily limit, and missing permissions.
 */
function nameRefusal(refusal: Refusal): NameResult {
  const reason = reasonOf(refusal);
  if (/^could not resolve account name\b/i.test(refusal.message)) return { kind: "not_found" };
  if (/^(unknown|invalid) bank code\b/i.test(refusal.message))
    return { kind: "not_reached", reason, forOperator: "BANK_CODE_REFUSED" };
  return { kind: "unknown", reason, forOperator: "NAME_ENQUIRY_REFUSED" };
}

const notPayable: SendResult = {
  kind: "refused",
  code: "DESTINATION_REJECTED",
  message: "The destination account cannot be paid.",
};

const noRecipient = { kind: "not_sent", notSent: "unavailable", neverLeft: true } as const;

/** Its documentation says to fund the balance and retry: nothing was made. */
const noFloat = { kind: "not_sent", notSent: "no_float" } as const;

/**
 * After these refusals a transfer may exist, for example for a reference that Paystack already has. So they are
 * unknown, and polled.
 */
function unknownRefusal(refusal: Refusal): Unknown {
  return { kind: "unknown", reason: reasonOf(refusal), forOperator: "TRANSFER_REFUSED" };
}

const reasonOf = ({ status, code }: Refusal) => `status ${status}, ${code}`;
