import { z } from "zod";
import type { Connection } from "../process/database.ts";
import { call } from "../process/call.ts";

/** A refund or dispute of a transaction. `caseId`: the provider's own, empty if it names none. */
export type CreditCase = { kind: "refund" | "dispute"; transaction: string; caseId: string };

/** A provider's notice of a transaction that brought money to the account `recipient`, or of a case of one. */
export type CreditNotice = { gateway: string } & ({ transaction: string; recipient: string } | CreditCase);

const record = call("record_credit_notice", z.enum(["planned", "repeated", "full"]));

/** Records a provider's notice. Moves no money. */
export const recordCreditNotice = (connection: Connection, notice: CreditNotice) =>
  record(connection, { recipient: "", kind: "payment", caseId: "", ...notice });

const claimed = z.object({
  id: z.bigint(),
  gateway: z.string(),
  transaction: z.string(),
  kind: z.enum(["payment", "refund", "dispute"]),
  caseId: z.string(),
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

/** Money goes back to its payer, or is disputed. `theirs`: the provider's words, without personal data. */
export type TakenBack = { kind: "taken_back"; theirs: string };

/** A provider's answer about a transaction. */
export type CreditAnswer = ProviderCredit | TakenBack | { kind: "refused" | "later" };

const finish = call(
  "finish_credit_notice",
  z.enum(["recorded", "taken_back", "discrepancy", "elsewhere", "refused", "later", "abandoned", "stale"]),
);

/** Books a provider's answer, or plans the next poll. */
export async function finishCreditNotice(
  connection: Connection,
  { id: noticeId, polls: poll }: Pick<ClaimedCreditNotice, "id" | "polls">,
  { kind: answer, ...money }: CreditAnswer,
) {
  return finish(connection, { noticeId, poll, answer, ...money });
}
