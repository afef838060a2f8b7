import { z } from "zod";
import type { Connection } from "../process/database.ts";
import { call } from "../process/call.ts";

/** A provider's notice of a transaction that brought money. `recipient`: the reference of the account. */
export type CreditNotice = {
  gateway: string;
  transaction: string;
  recipient: string;
};

/** Records a provider's notice. Moves no money. */
export const recordCreditNotice = call("record_credit_notice", z.enum(["planned", "repeated", "full"]));

const claimed = z.object({
  id: z.bigint(),
  gateway: z.string(),
  transaction: z.string(),
  recipient: z.string(),
  polls: z.int(),
});
/** A transaction to poll, as one worker claimed it. */
export type ClaimedCreditNotice = z.output<typeof claimed>;

/** Claims the poll of a transaction; null if none is due. */
export const claimCreditNotice = call("claim_credit_notice", claimed);

/** Incoming money; `confirming`: not final. `recipient`: our reference of the account. */
export type ProviderCredit = {
  kind: "received" | "confirming";
  recipient: string;
  /** In minor units of the currency. */
  amount: bigint;
  currency: string;
  payer: Record<string, string> | undefined;
  /** When the payer paid; undefined if the provider doesn't report it, or not in a readable form. */
  paidAt: Date | undefined;
  /**
   * It came in a transaction of its own, not to a permanent account. Omitted if payers can't choose the recipient's
   * name. Otherwise payers of something else could name an account with their reference.
   */
  isOneTime?: boolean;
  /** The provider's name for the permanent account that it came to, as in ProvisionedAccount. */
  providerAccount?: string;
};

/** A provider's answer about a transaction. */
export type CreditAnswer = ProviderCredit | { kind: "refused" | "later" };

const finish = call(
  "finish_credit_notice",
  z.enum(["recorded", "discrepancy", "elsewhere", "refused", "later", "abandoned", "stale"]),
);

/** Books a provider's answer, or plans the next poll. */
export async function finishCreditNotice(
  connection: Connection,
  { id: noticeId, polls: poll }: Pick<ClaimedCreditNotice, "id" | "polls">,
  { kind: answer, ...money }: CreditAnswer,
) {
  return finish(connection, { noticeId, poll, answer, ...money });
}
