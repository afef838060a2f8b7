import { decrypt } from "../../sql/process/encryption/encryption.ts";
import { mailHtml, mailPlain, mailText } from "../../sql/mails/mail-text.ts";
import { claimMail, mailTokenContext, recordMailAttempt } from "../../sql/mails/mails.ts";
import type { Task } from "../context.ts";

/**
 * Sends one mail. A crash between the server's acceptance and our record of it sends it twice, with one Message-ID. The
 * job succeeds whatever the outcome: SQL decides whether to retry.
 */
export const sendMail: Task = async (context, id) => {
  const { database, encryptionKeys, publicUrl, crashPoint, signal } = context;
  const mail = await claimMail(database, { mailId: id });
  if (mail === null) return;
  crashPoint("mail.claimed");

  const token =
    mail.encryptedToken === null
      ? undefined
      : decrypt(encryptionKeys, mail.encryptedToken, mailTokenContext(mail));
  const text = mailText(mail.template, mail.facts, { publicUrl, token });
  const outcome = await context.sendMail(
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
  crashPoint("mail.sent");
  await recordMailAttempt(database, { mailId: id, attempt: mail.attempt, ...outcome });
};
