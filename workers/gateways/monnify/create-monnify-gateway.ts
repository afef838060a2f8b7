import type { MonnifySettings } from "./manifest.ts";
import {
  bankNotReached,
  sendResult,
  type Gateway,
  type PayerSide,
  type SentTransfer,
  type TransferResult,
} from "../gateway.ts";
import { createCallMonnify } from "./call-monnify.ts";
import { createMonnifyCollections } from "./create-monnify-collections.ts";
import { nairaOf } from "../naira.ts";
import { plainNarration } from "../plain-narration.ts";
import { reasonOf, refusedName, refusedPoll, refusedTransfer } from "./refusals.ts";
import {
  destinationOf,
  transferOf,
  validatedAccount,
  walletBalance,
  type MonnifyTransfer,
} from "./responses.ts";
import { transferResult } from "./transfer-result.ts";

/**
 * The gateway to Monnify (https://developers.monnify.com): name enquiries and transfers in naira, from the configured
 * wallet, and with `payers` incoming money.
 *
 * No text or id of Monnify's reaches a merchant: account holders' names do, and failure codes are ours.
 * `monnifyBankCode`: Monnify's code for our bank code; null if it does not reach that bank.
 */
export function createMonnifyGateway(
  settings: MonnifySettings,
  monnifyBankCode: (bankCode: string) => Promise<string | null>,
  payers?: PayerSide,
): Gateway {
  const callMonnify = createCallMonnify(settings);
  const collections = payers && createMonnifyCollections(callMonnify, settings.accounts, payers);

  return {
    kind: "monnify",
    ...collections,
    // It is said to refuse a known reference (D05). Until that is tried with a key, none is sent twice.
    dedupesByReference: false,
    // It may not find a transfer right after accepting it; for how long is not documented.
    notFoundCountsAfterMs: 10 * 60 * 1_000,

    async enquireName({ bankCode, accountNumber }, signal) {
      const bank = await monnifyBankCode(bankCode);
      if (bank === null) return bankNotReached.name;
      const query = new URLSearchParams({ accountNumber, bankCode: bank });
      const request = { method: "GET", path: `/api/v1/disbursements/account/validate?${query}` } as const;
      const response = await callMonnify(request, validatedAccount(accountNumber, bank), signal);
      if (response.kind === "ok") return { kind: "resolved", accountName: response.body.accountName };
      return response.kind === "refusal" ? refusedName(response) : response;
    },

    async sendTransfer(transfer, signal) {
      const { reference, amount, currency, bankCode, accountNumber } = transfer;
      const bank = await monnifyBankCode(bankCode);
      if (bank === null) return bankNotReached.transfer;
      const request = {
        method: "POST",
        path: "/api/v2/disbursements/single",
        body: {
          amount: nairaOf(amount),
          currency,
          reference,
          // Monnify requires one.
          narration: plainNarration(transfer.narration) ?? reference,
          // Without the holder's name, which Monnify looks up: one that another provider spells otherwise fails.
          destinationBankCode: bank,
          destinationAccountNumber: accountNumber,
          sourceAccountNumber: settings.walletNumber,
          // The response does not wait for the bank.
          async: true,
        },
      } as const;
      const response = await callMonnify(request, transferOf(transfer), signal);
      if (response.kind === "ok") return resultOf(response.body, "processing", bank);
      return response.kind === "refusal" ? refusedTransfer(response) : sendResult(response);
    },

    async findTransfer(transfer, signal) {
      const query = new URLSearchParams({ reference: transfer.reference });
      const request = { method: "GET", path: `/api/v2/disbursements/single/summary?${query}` } as const;
      const response = await callMonnify(request, transferOf(transfer), signal);
      if (response.kind === "ok") return resultOf(response.body, transfer.status);
      return response.kind === "refusal" ? refusedPoll(response) : response;
    },

    async findBalances(signal) {
      const query = new URLSearchParams({ accountNumber: settings.walletNumber });
      const request = { method: "GET", path: `/api/v2/disbursements/wallet-balance?${query}` } as const;
      const response = await callMonnify(request, walletBalance, signal);
      if (response.kind === "ok")
        return { kind: "balances", balances: [{ currency: "NGN", amount: response.body.availableBalance }] };
      // A refusal of this is not documented, nor the response for an unknown wallet.
      if (response.kind === "refusal") return { kind: "unknown", reason: reasonOf(response) };
      return response;
    },
  };
}

const resultOf = (
  body: MonnifyTransfer,
  recorded: SentTransfer["status"],
  bank?: string,
): TransferResult => ({ ...transferResult(body, recorded), destination: destinationOf(body, bank) });
