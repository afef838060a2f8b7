import { z } from "zod";
import type { Connection } from "../database.ts";
import type { GatewayName } from "../live-gateway.ts";
import { sql } from "../sql-tag.ts";

export type Currency = "NGN" | "USD";

/** What a provider holds for us in a currency, in minor units. */
export type ProviderBalance = { currency: Currency; amount: bigint };

/**
 * Claims the question what a live gateway holds for us. Returns its number, for recordBalances(); null where it was
 * asked a few minutes ago, by whichever process.
 */
export async function claimBalanceQuestion(connection: Connection, gateway: GatewayName) {
  return connection.oneFirst(sql.type(z.object({ question: z.bigint().nullable() }))`
    select claim_balance_question(${gateway}) as question`);
}

/** What a gateway answered: its balances, or why there are none, in words that hold nothing of the provider's. */
export type BalancesAnswer = { balances: readonly ProviderBalance[] } | { problem: string };

/** Records the answer to a question. Returns false where it was asked again since: nothing is recorded then. */
export async function recordBalances(
  connection: Connection,
  gateway: GatewayName,
  question: bigint,
  answer: BalancesAnswer,
): Promise<boolean> {
  const [balances, problem] =
    "problem" in answer
      ? [[], answer.problem]
      : [answer.balances.map(({ currency, amount }) => ({ currency, amount: String(amount) })), null];
  return connection.oneFirst(sql.type(z.object({ recorded: z.boolean() }))`
    select record_balances(${gateway}, ${question}, ${sql.jsonb(balances)}, ${problem}) as recorded`);
}
