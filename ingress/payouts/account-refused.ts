import type { RefusedAccount } from "../../sql/payouts/payouts.ts";
import { invalid, notFound, type Problem } from "../http/problems.ts";

/** The refusal of an account that cannot be paid. `requested`: what the request named, of which it names the member. */
export function accountRefused(
  outcome: RefusedAccount,
  requested: { destination?: unknown; payoutAccountId?: unknown },
): Problem {
  if (outcome === "payout_account_not_found") return notFound();
  if (outcome === "payout_account_removed")
    return invalid({ payoutAccountId: "must be a saved account: this one was removed" });
  if (requested.destination !== undefined)
    return invalid({ "destination.bankCode": "must be the code of a bank of GET /v1/banks" });
  if (requested.payoutAccountId !== undefined)
    return invalid({ payoutAccountId: "must be an account at another bank: this bank has closed" });
  return invalid({ destination: "is required: the default payout account's bank has closed" });
}
