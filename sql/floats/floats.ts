import { z } from "zod";
import type { Connection } from "../process/database.ts";
import { call } from "../process/call.ts";

export type Currency = "NGN" | "USD";

/** What a provider holds for us in a currency, in minor units. */
export type ProviderBalance = { currency: Currency; amount: bigint };

/** Claims the question what a live gateway holds for us; its number, or null where it was asked minutes ago. */
export const claimBalancePoll = call("claim_balance_poll", z.bigint().nullable());

/**
 * What a gateway answered: its balances, null where it does not tell them; or why there is no answer, in words that
 * hold nothing of the provider's.
 */
export type BalancesAnswer = { balances: readonly ProviderBalance[] | null } | { problem: string };

const record = call("record_balances");

/** Records the answer to a question. Returns false where it was asked again since: nothing is recorded then. */
export async function recordBalances(
  connection: Connection,
  gateway: string,
  poll: bigint,
  answer: BalancesAnswer,
) {
  const [reported, problem] = "problem" in answer ? [null, answer.problem] : [answer.balances, null];
  const balances = reported?.map(({ currency, amount }) => ({ currency, amount: String(amount) })) ?? null;
  return record(connection, gateway, poll, balances, problem);
}
