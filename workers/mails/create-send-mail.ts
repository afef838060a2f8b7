import { createTransport } from "nodemailer";
import type { MailOutcome } from "../../sql/mails/mails.ts";

/** The mail server and the sender. */
export type MailServer = { smtpUrl: string; from: string };

type Mail = { to: string; messageId: string; date: Date; subject: string; text: string; html: string };

/** Sends one mail to the SMTP server. Never throws: returns an outcome. */
export type SendMail = (mail: Mail, signal: AbortSignal) => Promise<MailOutcome>;

/** How long the server may take for each step, in milliseconds. The task's deadline ends all of it. */
const STEP_MS = 10_000;

/**
 * Makes the function that sends mail. The connection is encrypted, except to a server on this machine. Without a
 * server, "keep" stores mails for the development page, and "wait" retries until there is one.
 */
export function createSendMail(server: MailServer | "keep" | "wait"): SendMail {
  if (server === "keep") return async () => ({ outcome: "kept" });
  if (server === "wait") return async () => ({ outcome: "failed", error: "SMTP_URL is not set" });
  const { hostname, protocol } = new URL(server.smtpUrl);
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  const transport = createTransport({
    url: server.smtpUrl,
    requireTLS: protocol === "smtp:" && !isHere,
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    dnsTimeout: STEP_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = server.from.split("@").at(-1)!.replace(/>.*$/, "");
  return async ({ messageId, ...mail }, signal) => {
    try {
      const id = `<${messageId}@${domain}>`;
      // RFC 3834: nobody's holiday notice should come back.
      const headers = { "Auto-Submitted": "auto-generated" };
      await transport.sendMail({ ...mail, headers, from: server.from, messageId: id, signal });
      return { outcome: "sent" };
    } catch (error) {
      return describe(error);
    }
  };
}

/** The server's own words can repeat the address: only codes are kept. */
function describe(error: unknown): MailOutcome {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const words = [code, responseCode].filter((word) => typeof word === "string" || typeof word === "number");
  // The recipient or the mail is refused permanently. A wrong password or sender is ours to correct: it is retried.
  const isRefused =
    (code === "EENVELOPE" || code === "EMESSAGE") &&
    typeof responseCode === "number" &&
    responseCode >= 550 &&
    responseCode < 560;
  return { outcome: isRefused ? "refused" : "failed", error: words.join(" ") || "unknown" };
}
