import { z } from "zod";
import type { Connection } from "../process/database.ts";
import { sql } from "../process/sql-tag.ts";

export type Currency = "NGN" | "USD";

/** What a provider holds for us in a currency, in minor units. */
export type ProviderBalance = { currency: Currency; amount: bigint };

/**
 * Claims the question what a live gateway holds for us. Returns its number, for recordBalances(); null where it was
 * asked a few minutes ago, by whichever process.
 */
export async function claimBalanceQuestion(connection: Connection, gateway: string) {
  return connection.oneFirst(sql.type(z.object({ question: z.bigint().nullable() }))`
    select claim_balance_question(${gateway}) as question`);
}

/**
 * What a gateway answered: its balances, null where it does not tell them; or why there is no answer, in words that
 * hold nothing of the provider's.
 */
export type BalancesAnswer = { balances: readonly ProviderBalance[] | null } | { problem: string };

/** Records the answer to a question. Returns false where it was asked again since: nothing is recorded then. */
export async function recordBalances(
  connection: Connection,
  gateway: string,
  question: bigint,
  answer: BalancesAnswer,
): Promise<boolean> {
  const [said, problem] = "problem" in answer ? [null, answer.problem] : [answer.balances, null];
  const balances = said?.map(({ currency, amount }) => ({ currency, amount: String(amount) }));
  return connection.oneFirst(sql.type(z.object({ recorded: z.boolean() }))`
    select record_balances(
      ${gateway}, ${question}, ${balances === undefined ? null : sql.jsonb(balances)}, ${problem}
    ) as recorded`);
}
