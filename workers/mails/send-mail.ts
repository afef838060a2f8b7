import { decrypt } from "../../sql/process/encryption/encryption.ts";
import { mailHtml, mailPlain, mailText } from "../../sql/mails/mail-text.ts";
import { claimMail, mailTokenContext, recordMailAttempt, type MailOutcome } from "../../sql/mails/mails.ts";
import type { Task, TaskContext } from "../context.ts";

type ClaimedMail = NonNullable<Awaited<ReturnType<typeof claimMail>>>;

/**
 * Sends one mail. A crash between the server's acceptance and our record of it sends it twice, with one Message-ID. The
 * job succeeds whatever the outcome: SQL decides whether to retry.
 */
export const sendMail: Task = async (context, id) => {
  const { database, crashPoint } = context;
  const mail = await claimMail(database, { mailId: id });
  if (mail === null) return;
  crashPoint("mail.claimed");

  const outcome = await attempt(context, mail);
  crashPoint("mail.sent");
  await recordMailAttempt(database, { mailId: id, attempt: mail.attempt, ...outcome });
};

async function attempt(context: TaskContext, mail: ClaimedMail): Promise<MailOutcome> {
  const { encryptionKeys, publicUrl, sendMail: send, signal } = context;
  let token: string | undefined;
  try {
    if (mail.encryptedToken !== null)
      token = decrypt(encryptionKeys, mail.encryptedToken, mailTokenContext(mail));
  } catch {
    // An attempt like any other: a mail whose key was lost is given up after a day.
    return { outcome: "failed", error: "its link was encrypted with another SERVICE_ENCRYPTION_KEY" };
  }
  const text = mailText(mail.template, mail.facts, { publicUrl, token });
  return send(
    {
      to: mail.recipient,
      messageId: mail.reference,
      date: mail.createdAt,
      subject: text.subject,
      text: mailPlain(text),
      html: mailHtml(text),
    },
    signal,
  );
}
