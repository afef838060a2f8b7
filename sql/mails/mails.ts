import { z } from "zod";
import { call } from "../process/call.ts";
import type { Connection } from "../process/database.ts";
import { sql } from "../process/sql-tag.ts";

const mail = z.object({
  reference: z.string(),
  recipient: z.string(),
  template: z.string(),
  facts: z.record(z.string(), z.string()),
  encrypted_token: z.instanceof(Buffer).nullable(),
  created_at: z.number(),
});
/** A mail that is stored; `created_at` is Unix time in milliseconds. */
export type StoredMail = z.output<typeof mail>;

/** What the token of a mail's link is encrypted under. */
export function mailTokenContext({
  template,
  recipient,
}: Pick<StoredMail, "template" | "recipient">): string {
  return `mail:${template}:${recipient}`;
}

const createdAt = sql.fragment`extract(epoch from created_at)::float8 * 1000 as created_at`;

/** Claims a mail to send it; null if it is not due. */
export async function claimMail(connection: Connection, id: bigint) {
  return connection.maybeOne(sql.type(mail.extend({ attempt: z.int() }))`
    select attempt, reference, recipient, template, facts, encrypted_token, ${createdAt} from claim_mail(${id})`);
}

/** The outcome of an attempt to send a mail; `refused` permanently, `failed` temporarily. */
export const mailOutcomes = ["sent", "kept", "refused", "failed"] as const;
/** `error` names no address. */
export type MailOutcome = { outcome: (typeof mailOutcomes)[number]; error?: string };

/** Stores an attempt's outcome; a failed one is retried later. */
export const recordMailAttempt = call("record_mail_attempt");

/** The newest kept mails, for development. */
export async function listKeptMails(connection: Connection, limit: number) {
  return connection.any(sql.type(mail)`
    select reference, recipient, template, facts, encrypted_token, ${createdAt} from list_kept_mails(${limit})`);
}
