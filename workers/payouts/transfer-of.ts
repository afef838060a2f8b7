import type { ClaimedPayout } from "../../sql/queries/payouts.ts";
import type { Transfer } from "../gateways/gateway.ts";

/** The transfer of a payout. It is the same at every attempt: a provider may compare a repeated reference's details. */
export function transferOf(payout: ClaimedPayout): Transfer {
  return {
    reference: payout.reference,
    amount: payout.amount,
    currency: payout.currency,
    bankCode: payout.bank_code,
    accountNumber: payout.account_number,
    accountName: payout.account_name,
    narration: payout.narration,
  };
}
