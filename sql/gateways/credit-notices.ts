import { z } from "zod";
import type { Connection } from "../process/database.ts";
import { sql } from "../process/sql-tag.ts";
import { presentTraceId } from "../process/tracing/trace.ts";

/** A provider's report, by itself, of a transaction that brought money. `recipient`: the reference of the account. */
export type CreditNotice = {
  provider: string;
  transaction: string;
  recipient: string;
};

const recorded = z.object({ outcome: z.enum(["asked", "repeated", "full"]) });

/** Records what a provider reported by itself: see SQL's record_credit_notice(). Moves no money. */
export async function recordCreditNotice(
  connection: Connection,
  { provider, transaction, recipient }: CreditNotice,
): Promise<z.output<typeof recorded>["outcome"]> {
  return connection.oneFirst(sql.type(recorded)`
    select record_credit_notice(
      ${provider}, ${transaction}, ${recipient}, ${presentTraceId()}
    ) as outcome`);
}

const claimed = z.object({
  id: z.bigint(),
  provider: z.string(),
  transaction: z.string(),
  recipient: z.string(),
  ask: z.int(),
});
/** A transaction that a provider is to be asked about, as one worker claimed it. */
export type ClaimedCreditNotice = z.output<typeof claimed>;

/** Claims the question about a transaction; null if there is nothing to ask, or not yet. */
export async function claimCreditNotice(
  connection: Connection,
  id: bigint,
): Promise<ClaimedCreditNotice | null> {
  return connection.maybeOne(sql.type(claimed)`
    select id, provider, transaction, recipient, asks as ask from claim_credit_notice(${id})`);
}

/** Money that came in; `confirming`: it is not final. `recipient`: the reference of the account, as we gave it. */
export type ProviderCredit = {
  kind: "received" | "confirming";
  recipient: string;
  /** In minor units of the currency. */
  amount: bigint;
  currency: string;
  payer: Record<string, string> | undefined;
  /** When the payer paid; undefined where the provider does not say, or not so that it can be read. */
  paidAt: Date | undefined;
  /**
   * It came under a transaction of its own, not to a permanent account. Left out where the provider's word for the
   * recipient cannot be a payer's. Else payers of something different could name an account by a reference of theirs.
   */
  isOneTime?: boolean;
  /** What the provider calls the permanent account that it came to, as in ProvisionedAccount. */
  providerAccount?: string;
};

/** What a provider said of a transaction. */
export type CreditAnswer = ProviderCredit | { kind: "refused" | "later" };

const finished = z.object({
  outcome: z.enum(["recorded", "discrepancy", "elsewhere", "refused", "later", "given_up", "stale"]),
});

/** Books what a provider answered, or plans the next question: see SQL's finish_credit_notice(). */
export async function finishCreditNotice(
  connection: Connection,
  { id, ask }: Pick<ClaimedCreditNotice, "id" | "ask">,
  answer: CreditAnswer,
): Promise<z.output<typeof finished>["outcome"]> {
  const money = "amount" in answer ? answer : null;
  return connection.oneFirst(sql.type(finished)`
    select finish_credit_notice(
      ${id}, ${ask}, ${answer.kind}, ${money?.recipient ?? null}, ${money?.amount ?? null},
      ${money?.currency ?? null}, ${money?.payer === undefined ? null : sql.json(money.payer)},
      ${money?.isOneTime ?? null}, ${money?.providerAccount ?? null},
      ${money?.paidAt === undefined ? null : sql.timestamp(money.paidAt)}
    ) as outcome`);
}
