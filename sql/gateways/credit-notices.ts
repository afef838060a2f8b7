import { z } from "zod";
import type { Connection } from "../process/database.ts";
import { call, callMaybeOne, named } from "../process/call.ts";

/** A provider's report, by itself, of a transaction that brought money. `recipient`: the reference of the account. */
export type CreditNotice = {
  provider: string;
  transaction: string;
  recipient: string;
};

const record = named(call("record_credit_notice", z.enum(["asked", "repeated", "full"])));

/** Records what a provider reported by itself. Moves no money. */
export const recordCreditNotice = (connection: Connection, notice: CreditNotice) =>
  record(connection, notice);

const claimed = z.object({
  id: z.bigint(),
  provider: z.string(),
  transaction: z.string(),
  recipient: z.string(),
  asks: z.int(),
});
/** A transaction that a provider is to be asked about, as one worker claimed it. */
export type ClaimedCreditNotice = z.output<typeof claimed>;

/** Claims the question about a transaction; null if there is nothing to ask, or not yet. */
export const claimCreditNotice = callMaybeOne("claim_credit_notice", claimed);

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

const finish = named(
  call(
    "finish_credit_notice",
    z.enum(["recorded", "discrepancy", "elsewhere", "refused", "later", "given_up", "stale"]),
  ),
);

/** Books what a provider answered, or plans the next question. */
export async function finishCreditNotice(
  connection: Connection,
  { id: noticeId, asks: ask }: Pick<ClaimedCreditNotice, "id" | "asks">,
  { kind: answer, ...money }: CreditAnswer,
) {
  return finish(connection, { noticeId, ask, answer, ...money });
}
