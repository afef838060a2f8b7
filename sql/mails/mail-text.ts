/** The values in a mail's text. People's own input is quoted; for strangers it is a name without links. */
export type MailFacts = Readonly<Record<string, string>>;

/** A mail's content. Plain text; escape it for HTML. */
export type MailText = {
  subject: string;
  paragraphs: readonly string[];
  /** A button with a link of the dashboard. */
  action?: { label: string; url: string };
};

type Say = (facts: MailFacts) => { subject: string; paragraphs: string[]; label?: string; page?: string };

/** Mails to one person about their own account. */
const personal = {
  verify_email: () => ({
    subject: "Confirm your email address",
    paragraphs: [
      "Confirm your email to finish signing up.",
      "This link works once and expires in 24 hours. If you didn't sign up, ignore this email.",
    ],
    label: "Confirm email",
    page: "verify-email",
  }),
  sign_up_attempt: () => ({
    subject: "You already have an account",
    paragraphs: [
      "You tried to sign up with this email address, but it already has an account. Sign in instead.",
      "If you forgot your password, you can reset it on the sign-in page. If this wasn't you, ignore this email.",
    ],
    label: "Sign in",
    page: "sign-in",
  }),
  reset_password: () => ({
    subject: "Reset your password",
    paragraphs: [
      "We received a request to reset your password.",
      "This link works once and expires in 30 minutes. If you didn't ask for it, ignore this email: your password won't change.",
    ],
    label: "Reset password",
    page: "reset-password",
  }),
  password_changed: ({ how }) => ({
    subject: "Your password was changed",
    paragraphs: [
      how === "reset"
        ? "Your password was changed using an emailed reset link. You've been signed out everywhere."
        : "Your password was changed in the dashboard. All your other sessions were signed out.",
      "If this wasn't you, reset your password now and tell the other owners.",
    ],
    label: "Reset password",
    page: "request-password-reset",
  }),
  // This mail may go to strangers: of the owner's input it has only the business's name, without links.
  invitation: ({ inviter, role, merchant }) => ({
    subject: `You're invited to ${quoteName(merchant)}`,
    paragraphs: [
      `${inviter} invited you to join ${quoteName(merchant)} as ${role}.`,
      "This link works once, expires in 7 days, and only works for this email address. If you weren't expecting it, ignore this email.",
    ],
    label: "View invitation",
    page: "invitation",
  }),
} satisfies Record<string, Say>;

/** A business's name for strangers: short, and without anything that a mail program turns into a link. */
function quoteName(name = "a business"): string {
  const words = name.replace(/[^\p{L}\p{M}\p{N}&'()-]+/gu, " ").trim();
  return `"${[...words].slice(0, 60).join("")}"`;
}

/** Notices to the owners of a merchant; SQL's notify_owners() adds the name of the merchant. */
const notices = {
  key_created: notice("API key created", ({ what }) => `The API key ${what} was created.`),
  key_rotated: notice(
    "API key rotated",
    ({ what }) => `The API key ${what} was rotated: a new key replaces it.`,
  ),
  key_revoked: notice("API key revoked", ({ what }) => `The API key ${what} was revoked.`),
  key_networks: notice(
    "API key's allowed IP addresses changed",
    ({ what }) => `The allowed IP addresses of the API key ${what} were changed.`,
  ),
  origin_added: notice("Checkout embedding allowed", ({ what }) => `${what} can now embed the checkout.`),
  webhook_url_changed: notice("Webhook URL changed", ({ what }) => `Webhooks now go to ${what}.`),
  webhook_secret_rotated: notice(
    "Webhook secret rotated",
    () => "Webhooks are now signed with a new secret.",
  ),
  webhook_disabled: ({
    merchant = "your business",
    environment = "live",
    what = "your server",
    reason = "it failed",
  }) => ({
    subject: `Webhooks are off (${environment})`,
    paragraphs: [
      `At "${merchant}" (${environment}): we stopped sending webhooks to ${what}, because ${reason}.`,
      "We keep your events, and send them, oldest first, once you set the webhook URL again.",
      "You received this email because you're an owner.",
    ],
    label: "View webhooks",
    page: `${environment}/developers/webhooks`,
  }),
  payout_account_added: notice("Payout account added", ({ what }) => `The payout account ${what} was added.`),
  payout_account_removed: notice(
    "Payout account removed",
    ({ what }) => `The payout account ${what} was removed.`,
  ),
  payout_account_default: notice(
    "Default payout account changed",
    ({ what }) => `${what} is now the default account for payouts.`,
  ),
  role_changed: notice("Role changed", ({ what, role, keysKept }) =>
    [`${what} is now ${role}.`, ...workingKeys(keysKept)].join(" "),
  ),
  approval_policy_changed: notice(
    "Approval policy changed",
    () => "Which payments need approval was changed, or is to change.",
  ),
  approval_needed: ({ merchant = "your business", environment = "live" }) => ({
    subject: `Payments are waiting for your approval (${environment})`,
    paragraphs: [
      `At "${merchant}" (${environment}): payments are waiting for approval. They're canceled after 72 hours.`,
      "We send this at most once an hour. The dashboard lists all of them.",
    ],
    label: "View payments",
    page: `${environment}/approvals`,
  }),
  member_joined: notice("New member", ({ what, role }) => `${what} joined as ${role}.`),
  member_removed: notice("Member removed", ({ what, keysRevoked, keysKept }) =>
    [
      `${what} is no longer a member.`,
      ...(keysRevoked ? [`Their API keys were revoked: ${keysRevoked}.`] : []),
      ...workingKeys(keysKept),
    ].join(" "),
  ),
  verification_approved: ({ merchant = "your business" }) => ({
    subject: "Your business is verified",
    paragraphs: [
      `"${merchant}" was approved. Owners and developers can now create live keys.`,
      "You received this email because you're an owner.",
    ],
    label: "Open the dashboard",
    page: "",
  }),
  verification_rejected: ({ merchant = "your business" }) => ({
    subject: "Your business was not approved",
    paragraphs: [
      `We couldn't approve "${merchant}". See the reason in the dashboard, make the changes and submit again.`,
      "You received this email because you're an owner.",
    ],
    label: "View reason",
    page: "",
  }),
} satisfies Record<string, Say>;

const texts: Record<string, Say> = { ...personal, ...notices };

export const mailTemplates: readonly string[] = Object.keys(texts);

/**
 * A template's mail. Its link goes to the dashboard at `publicUrl`; a token is in the fragment, which browsers send to
 * nobody, so that it is in no log. Throws if the template is unknown.
 */
export function mailText(
  template: string,
  facts: MailFacts,
  { publicUrl, token }: { publicUrl: string; token?: string | undefined },
): MailText {
  const say = texts[template];
  if (say === undefined) throw new Error("a mail has no text");
  const { subject, paragraphs, label, page } = say(facts);
  if (label === undefined) return { subject, paragraphs };
  const fragment = token === undefined ? "" : `#token=${token}`;
  return { subject, paragraphs, action: { label, url: `${publicUrl}/dashboard/${page}${fragment}` } };
}

function notice(subject: string, sentence: (facts: MailFacts) => string): Say {
  return (facts) => {
    const { merchant = "your business", environment, actor } = facts;
    const where = environment === undefined ? "" : ` (${environment})`;
    return {
      subject: `${subject}${where}`,
      paragraphs: [
        `At "${merchant}"${where}: ${sentence(facts)}`,
        ...(actor === undefined ? [] : [`Done by ${actor}.`]),
        "You received this email because you're an owner. If no owner did this, sign out of all sessions and change your password.",
      ],
      label: "Open the dashboard",
      page: "",
    };
  };
}

/** Whoever made a key may have its secret. */
function workingKeys(keys: string | undefined): string[] {
  return keys ? [`API keys they created that still work: ${keys}.`] : [];
}

/** The mail as plain text. */
export function mailPlain({ paragraphs, action }: MailText): string {
  return `${[...paragraphs, ...(action === undefined ? [] : [`${action.label}:\n${action.url}`])].join("\n\n")}\n`;
}

/** The mail as HTML: readable anywhere, with no image and nothing from elsewhere. */
export function mailHtml({ subject, paragraphs, action }: MailText): string {
  const button =
    action === undefined
      ? ""
      : `<p style="margin:28px 0"><a href="${escapeHtml(action.url)}" style="background:#1a56db;color:#fff;padding:12px 20px;border-radius:6px;text-decoration:none;font-weight:600">${escapeHtml(action.label)}</a></p>` +
        `<p style="color:#666;font-size:13px">Or open this link:<br>${escapeHtml(action.url)}</p>`;
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>` +
    `<body style="font:16px/1.5 system-ui,sans-serif;color:#1a1a1a;max-width:560px;margin:0 auto;padding:24px">` +
    `<h1 style="font-size:20px">${escapeHtml(subject)}</h1>` +
    `${paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join("")}${button}</body></html>`
  );
}

/** A text as HTML. */
export function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replace(/[&<>"']/g, (character) => entities[character]!);
}
