import { z } from "zod";
import { call } from "../process/call.ts";
import { encrypt, type MasterKeys } from "../process/encryption/encryption.ts";
import { hashToken, newToken } from "../process/encryption/tokens.ts";

/** What the token of a mail's link is encrypted under. */
export const mailTokenContext = ({ template, recipient }: { template: string; recipient: string }) =>
  `mail:${template}:${recipient}`;

/** A new token of a mail's link: as it is found again, and as the mail's job decrypts it. */
export function mailLink(keys: MasterKeys, template: string, recipient: string) {
  const token = newToken();
  const encryptedToken = encrypt(keys, token, mailTokenContext({ template, recipient }));
  return { tokenHash: hashToken(token), encryptedToken };
}

const mail = { facts: z.record(z.string(), z.string()), encryptedToken: z.instanceof(Buffer).nullable() };

/** Claims a mail to send it; null if it is not due. */
export const claimMail = call("claim_mail", mail);

/** The outcome of an attempt to send a mail; `refused` permanently, `failed` temporarily. */
export const mailOutcomes = ["sent", "kept", "refused", "failed"] as const;
/** `error` names no address. */
export type MailOutcome = { outcome: (typeof mailOutcomes)[number]; error?: string };

/** Stores an attempt's outcome; a failed one is retried later. */
export const recordMailAttempt = call("record_mail_attempt");

/** The newest kept mails, for development. */
export const listKeptMails = call("list_kept_mails", mail);
