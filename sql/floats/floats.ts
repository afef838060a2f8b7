import { z } from "zod";
import { call } from "../process/call.ts";

export type Currency = "NGN" | "USD";

/** Our balance at a provider in a currency, in minor units. */
export type ProviderBalance = { currency: Currency; amount: bigint };

/** Claims the poll of a live gateway's balance; its number, or null if it was polled minutes ago. */
export const claimBalancePoll = call("claim_balance_poll", z.bigint().nullable());

/**
 * A gateway's answer: its balances, null if it doesn't report them; or why there is none, without any text of the
 * provider's.
 */
export type BalancesAnswer = { balances: readonly ProviderBalance[] | null } | { problem: string };

/** Records a poll's answer. Returns false, and records nothing, if it was polled again since. */
export const recordBalances = call("record_balances");
