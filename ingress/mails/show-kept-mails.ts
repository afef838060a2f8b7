import { isIP } from "node:net";
import type { Request, RequestHandler } from "express";
import { decrypt } from "../../sql/process/encryption/encryption.ts";
import { escapeHtml, mailText, type MailText } from "../../sql/mails/mail-text.ts";
import { listKeptMails, mailTokenContext } from "../../sql/mails/mails.ts";
import type { ProcessContext } from "../context.ts";
import { unknownPath } from "../http/problems.ts";

const MOST = 50;

/**
 * GET /dev/mail: the mails that were kept because no mail server is configured, newest first. Only in development, and
 * only for this machine: it shows links that open accounts.
 */
export function showKeptMails({ pools, config }: ProcessContext): RequestHandler {
  return async (request, response) => {
    if (!config.showsKeptMails || !isFromHere(request)) throw unknownPath();
    const { publicUrl, encryptionKeys } = config;
    const mails = await listKeptMails(pools.reads, { limit: MOST });
    const shown = mails.map((mail) => {
      const token =
        mail.encryptedToken === null
          ? undefined
          : decrypt(encryptionKeys, mail.encryptedToken, mailTokenContext(mail));
      const text = mailText(mail.template, mail.facts, { publicUrl, token });
      return describeMail(text, mail.recipient, mail.createdAt);
    });
    response.set({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
    response.type("html").send(page(shown));
  };
}

/** Whether this machine calls, by one of its own names: a stranger's domain that points here does not count. */
function isFromHere(request: Request): boolean {
  const names = ["localhost", "127.0.0.1", "::1"];
  const from = request.socket.remoteAddress?.replace(/^::ffff:/, "") ?? "";
  const host = (request.hostname ?? "").replace(/^\[|\]$/g, "");
  const isPassedOn = request.get("x-forwarded-for") !== undefined || request.get("forwarded") !== undefined;
  return isIP(from) !== 0 && names.includes(from) && names.includes(host) && !isPassedOn;
}

function describeMail({ subject, paragraphs, action }: MailText, recipient: string, at: Date): string {
  const link =
    action === undefined
      ? ""
      : `<p><a class="button" href="${escapeHtml(action.url)}">${escapeHtml(action.label)}</a></p>`;
  return `<article><header><h2>${escapeHtml(subject)}</h2><p>To ${escapeHtml(recipient)}<br><time>${at
    .toISOString()
    .replace("T", " ")
    .slice(
      0,
      19,
    )} UTC</time></p></header>${paragraphs.map((one) => `<p>${escapeHtml(one)}</p>`).join("")}${link}</article>`;
}

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 0 auto; max-width: 42rem; padding: 1.5rem; }
  h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin: 0; }
  article { border: 1px solid #8886; border-radius: 10px; margin: 1rem 0; padding: 1rem 1.25rem; }
  header p { margin: 0.2rem 0 0.8rem; font-size: 0.85rem; opacity: 0.75; overflow-wrap: anywhere; }
  .button { background: #1a56db; border-radius: 6px; color: #fff; display: inline-block; }
  .button { padding: 0.5rem 1rem; text-decoration: none; }
  .button:focus-visible { outline: 3px solid #7aa2ff; outline-offset: 2px; }`;

function page(mails: readonly string[]): string {
  const none = "<p>No mail yet. What the service would send appears here; load the page again.</p>";
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Mail</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${style}</style></head>
<body><main><h1>Mail</h1><p>SMTP_URL is not set: nothing is sent, and the newest ${MOST} mails are here.</p>
${mails.length === 0 ? none : mails.join("\n")}</main></body></html>`;
}
