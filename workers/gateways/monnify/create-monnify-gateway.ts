import type { MonnifySettings } from "../../../sql/live-gateway.ts";
import { sendResult, type Gateway, type NotSent, type PayerSide, type Unknown } from "../gateway.ts";
import { createCallMonnify, type Refusal } from "./call-monnify.ts";
import { createMonnifyCollections } from "./create-monnify-collections.ts";
import { nairaOf } from "../naira.ts";
import { transferOf, validatedAccount, walletBalance } from "./responses.ts";
import { transferResult } from "./transfer-result.ts";

/**
 * The gateway to Monnify (https://developers.monnify.com): name enquiries and transfers in naira, out of the wallet
 * that the settings name, and with `payers` the money that comes in.
 *
 * Nothing that Monnify words, and none of its ids, reaches a merchant: names of holders do, and codes of failures are
 * ours. `monnifyBankCode`: what Monnify calls the bank that has our code; null if it does not reach that bank.
 */
export function createMonnifyGateway(
  settings: Omit<MonnifySettings, "kind">,
  monnifyBankCode: (bankCode: string) => Promise<string | null>,
  payers?: PayerSide,
): Gateway {
  const callMonnify = createCallMonnify(settings);
  const collections = payers && createMonnifyCollections(callMonnify, settings.accounts, payers);

  return {
    kind: "monnify",
    ...collections,
    // No document says what becomes of a reference that is sent twice: so none is.
    dedupesByReference: false,
    // It may know a transfer later than it took it; no document says how much later.
    notFoundCountsAfterMs: 10 * 60 * 1_000,

    async enquireName({ bankCode, accountNumber }, signal) {
      const bank = await monnifyBankCode(bankCode);
      if (bank === null) return { kind: "not_found" };
      const query = new URLSearchParams({ accountNumber, bankCode: bank });
      const request = { method: "GET", path: `/api/v1/disbursements/account/validate?${query}` } as const;
      const response = await callMonnify(request, validatedAccount(accountNumber, bank), signal);
      if (response.kind === "ok") return { kind: "resolved", accountName: response.body.accountName };
      if (response.kind === "unknown") return response;
      // No document says what an account that does not exist is answered with. Only 404 can be read so: 400 and 422 are
      // also for what is wrong with us, such as D06, an address of ours that is not allowed.
      return response.status === 404 ? { kind: "not_found" } : unknownRefusal(response);
    },

    async sendTransfer(transfer, signal) {
      const { reference, amount, currency, bankCode, accountNumber, accountName, narration } = transfer;
      const bank = await monnifyBankCode(bankCode);
      if (bank === null) return notReached;
      const request = {
        method: "POST",
        path: "/api/v2/disbursements/single",
        body: {
          ...{ amount: nairaOf(amount), currency, reference },
          // Monnify wants one always.
          narration: narration ?? reference,
          ...{ destinationBankCode: bank, destinationAccountNumber: accountNumber },
          ...{ destinationAccountName: accountName, sourceAccountNumber: settings.walletNumber },
        },
      } as const;
      const response = await callMonnify(request, transferOf(transfer), signal);
      if (response.kind === "ok") return transferResult(response.body.status, "processing");
      return response.kind === "refusal" ? unknownRefusal(response) : sendResult(response);
    },

    async findTransfer(transfer, signal) {
      const query = new URLSearchParams({ reference: transfer.reference });
      const request = { method: "GET", path: `/api/v2/disbursements/single/summary?${query}` } as const;
      const response = await callMonnify(request, transferOf(transfer), signal);
      if (response.kind === "ok") return transferResult(response.body.status, transfer.status);
      if (response.kind === "unknown") return response;
      return response.status === 404 ? { kind: "not_found" } : unknownRefusal(response);
    },

    async findBalances(signal) {
      const query = new URLSearchParams({ accountNumber: settings.walletNumber });
      const request = { method: "GET", path: `/api/v2/disbursements/wallet-balance?${query}` } as const;
      const response = await callMonnify(request, walletBalance, signal);
      if (response.kind === "ok")
        return { kind: "balances", balances: [{ currency: "NGN", amount: response.body.availableBalance }] };
      // No document says what a refusal of this would mean, nor which one an unknown wallet gets.
      if (response.kind === "refusal") return { kind: "unknown", reason: reasonOf(response) };
      return response;
    },
  };
}

const notReached: NotSent = {
  ...{ kind: "not_sent", notSent: "bank_unreachable", neverLeft: true },
  reason: "no code of the bank",
};

/**
 * No document lists Monnify's codes, nor says of any that no transfer was or will be made: D07 is for an equal transfer
 * within two minutes, which may be this one. So they are unknown, and asked about.
 */
function unknownRefusal(refusal: Refusal): Unknown {
  return { kind: "unknown", reason: reasonOf(refusal), forOperator: "TRANSFER_REFUSED" };
}

const reasonOf = ({ status, code }: Refusal) => `status ${status}, ${code}`;
