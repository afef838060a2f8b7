/** The values in a mail's text. What people typed stands in quotes there; to strangers it is a name without links. */
export type MailFacts = Readonly<Record<string, string>>;

/** What a mail says. Plain text; whoever sends or shows it as HTML escapes it. */
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
      "Somebody, probably you, signed up with this address. Confirm it to begin.",
      "The link works once, for 24 hours. If it was not you, do nothing: without the link nothing happens.",
    ],
    label: "Confirm my address",
    page: "verify-email",
  }),
  sign_up_attempt: () => ({
    subject: "You already have an account",
    paragraphs: [
      "Somebody, probably you, tried to sign up with this address. It has an account already: sign in instead.",
      "If you forgot your password, choose a new one on the same page. If it was not you, do nothing.",
    ],
    label: "Sign in",
    page: "sign-in",
  }),
  reset_password: () => ({
    subject: "Choose a new password",
    paragraphs: [
      "Somebody, probably you, asked for a new password for this address.",
      "The link works once, for 30 minutes. If it was not you, do nothing: your password stays as it is.",
    ],
    label: "Choose a new password",
    page: "reset-password",
  }),
  password_changed: ({ how }) => ({
    subject: "Your password was changed",
    paragraphs: [
      how === "reset"
        ? "Your password was changed with a link from a mail. Every session was ended."
        : "Your password was changed in the dashboard. Every other session was ended.",
      "If it was not you, choose a new password now, and tell the other owners.",
    ],
    label: "Choose a new password",
    page: "request-password-reset",
  }),
  // This mail may go to strangers: of what the owner typed it has the business's name alone, which leads nowhere.
  invitation: ({ inviter, role, merchant }) => ({
    subject: `You are invited to ${quoteName(merchant)}`,
    paragraphs: [
      `${inviter} invites you to the dashboard of ${quoteName(merchant)}, as ${role}.`,
      "The link works once, for 7 days, for this address alone. If you did not expect it, do nothing.",
    ],
    label: "See the invitation",
    page: "invitation",
  }),
} satisfies Record<string, Say>;

/** A business's name for strangers: short, and nothing that a mail program makes a link of. */
function quoteName(name = "a business"): string {
  const words = name.replace(/[^\p{L}\p{M}\p{N}&'()-]+/gu, " ").trim();
  return `"${[...words].slice(0, 60).join("")}"`;
}

/** Notices to the owners of a merchant; SQL's notify_owners() adds the name of the merchant. */
const notices = {
  key_created: notice("A key was created", ({ what }) => `The API key ${what} was created.`),
  key_rotated: notice("A key was rotated", ({ what }) => `The API key ${what} was replaced by another one.`),
  key_revoked: notice("A key was revoked", ({ what }) => `The API key ${what} was revoked.`),
  key_networks: notice(
    "A key's addresses were changed",
    ({ what }) => `Where the API key ${what} may be used from was changed.`,
  ),
  origin_added: notice(
    "The checkout may be embedded",
    ({ what }) => `Pages of ${what} may embed the checkout.`,
  ),
  webhook_url_changed: notice("The webhook URL was changed", ({ what }) => `Webhooks now go to ${what}.`),
  webhook_secret_rotated: notice(
    "The webhook secret was replaced",
    () => "Webhooks are signed with a new secret.",
  ),
  payout_account_added: notice(
    "A payout account was added",
    ({ what }) => `The payout account ${what} was added.`,
  ),
  payout_account_removed: notice(
    "A payout account was removed",
    ({ what }) => `The payout account ${what} was removed.`,
  ),
  payout_account_default: notice(
    "The default payout account was changed",
    ({ what }) => `Payouts go to ${what} unless another account is named.`,
  ),
  role_changed: notice("A role was changed", ({ what, role }) => `${what} is now ${role}.`),
  member_joined: notice("Somebody joined", ({ what, role }) => `${what} joined as ${role}.`),
  member_removed: notice("Somebody was removed", ({ what, keysRevoked, keysKept }) =>
    [
      `${what} does not belong to it any more.`,
      ...(keysRevoked ? [`The API keys that they made were revoked: ${keysRevoked}.`] : []),
      ...(keysKept ? [`API keys that they made and that still work: ${keysKept}.`] : []),
    ].join(" "),
  ),
  verification_approved: ({ merchant = "your business" }) => ({
    subject: "Your business is verified",
    paragraphs: [
      `"${merchant}" was approved. Its owners and developers can create live keys now.`,
      "You get this mail because you are an owner.",
    ],
    label: "Open the dashboard",
    page: "",
  }),
  verification_rejected: ({ merchant = "your business" }) => ({
    subject: "Your business was not approved",
    paragraphs: [
      `The verification of "${merchant}" was rejected. The dashboard says why: correct it there and submit it again.`,
      "You get this mail because you are an owner.",
    ],
    label: "Read why",
    page: "",
  }),
} satisfies Record<string, Say>;

const texts: Record<string, Say> = { ...personal, ...notices };

export const mailTemplates: readonly string[] = Object.keys(texts);

/**
 * What the mail of a template says. Its link goes to the dashboard at `publicUrl`; a token stands in the fragment,
 * which browsers send to nobody, so that it is in no log. Throws if the template is unknown.
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
        "You get this mail because you are an owner. If none of you did this, end all sessions and change your password.",
      ],
      label: "Open the dashboard",
      page: "",
    };
  };
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
        `<p style="color:#666;font-size:13px">Or open this address:<br>${escapeHtml(action.url)}</p>`;
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
