import type { FlutterwaveSettings } from "./manifest.ts";
import { bankNotReached, sendResult, type Gateway } from "../gateway.ts";
import { nairaOf } from "../naira.ts";
import { plainNarration } from "../plain-narration.ts";
import { createCallFlutterwave } from "./call-flutterwave.ts";
import { refusedName, refusedTransfer, unknownRefusal } from "./refusals.ts";
import { destinationOf, resolvedAccount, transferOf, transfersUnder, walletBalance } from "./responses.ts";
import { transferResult } from "./transfer-result.ts";

/**
 * The gateway to Flutterwave's API, version 3 (https://developer.flutterwave.com): name enquiries and transfers in
 * naira, from the naira balance.
 *
 * No text or id of Flutterwave's reaches a merchant: account holders' names do, and failure codes are ours.
 * `flutterwaveBankCode`: Flutterwave's code for our bank code; null if it does not reach that bank.
 */
export function createFlutterwaveGateway(
  settings: FlutterwaveSettings,
  flutterwaveBankCode: (bankCode: string) => Promise<string | null>,
): Gateway {
  const callFlutterwave = createCallFlutterwave(settings);

  return {
    kind: "flutterwave",
    // It is said to refuse a known reference. Until that is tried with a key, none is sent twice.
    dedupesByReference: false,
    // It may not find a transfer right after accepting it; for how long is not documented.
    notFoundCountsAfterMs: 10 * 60 * 1_000,

    async enquireName({ bankCode, accountNumber }, signal) {
      const bank = await flutterwaveBankCode(bankCode);
      if (bank === null) return bankNotReached.name;
      const body = { account_number: accountNumber, account_bank: bank };
      const request = { method: "POST", path: "/accounts/resolve", body } as const;
      const response = await callFlutterwave(request, resolvedAccount(accountNumber), signal);
      if (response.kind === "ok") return { kind: "resolved", accountName: response.body.account_name };
      return response.kind === "refusal" ? refusedName(response) : response;
    },

    async sendTransfer(transfer, signal) {
      const { reference, amount, currency, bankCode, accountNumber, accountName } = transfer;
      const narration = plainNarration(transfer.narration);
      const bank = await flutterwaveBankCode(bankCode);
      if (bank === null) return bankNotReached.transfer;
      const request = {
        method: "POST",
        path: "/transfers",
        body: {
          account_bank: bank,
          account_number: accountNumber,
          beneficiary_name: accountName,
          amount: nairaOf(amount),
          currency,
          debit_currency: currency,
          reference,
          ...(narration === null ? {} : { narration }),
        },
      } as const;
      const response = await callFlutterwave(request, transferOf(transfer), signal);
      if (response.kind === "ok")
        return { ...transferResult(response.body), destination: destinationOf(response.body, bank) };
      return response.kind === "refusal" ? refusedTransfer(response) : sendResult(response);
    },

    async findTransfer(transfer, signal) {
      const query = new URLSearchParams({ reference: transfer.reference });
      const request = { method: "GET", path: `/transfers?${query}` } as const;
      const response = await callFlutterwave(request, transfersUnder(transfer), signal);
      if (response.kind === "refusal") return unknownRefusal(response);
      if (response.kind === "unknown") return response;
      const [found] = response.body;
      if (found === undefined) return { kind: "not_found" };
      return { ...transferResult(found), destination: destinationOf(found) };
    },

    async findBalances(signal) {
      const request = { method: "GET", path: "/balances/NGN" } as const;
      const response = await callFlutterwave(request, walletBalance, signal);
      if (response.kind === "ok")
        return { kind: "balances", balances: [{ currency: "NGN", amount: response.body.available_balance }] };
      return response.kind === "refusal" ? { kind: "unknown", reason: "status 400" } : response;
    },
  };
}
