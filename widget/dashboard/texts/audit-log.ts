/** Texts of the audit log. */
export const auditTexts = {
  title: "Audit log",
  text: "Who changed what here, newest first. Nobody can edit or delete it.",
  caption: "Changes by people and by the platform",
  what: "What happened",
  when: "When",
  person: "Person",
  action: "Action",
  operator: "The platform",
  emptyTitle: "Nothing yet",
  emptyText: "Changes to keys, webhooks, people and settings appear here.",
  noneTitle: "Nothing matches",
  noneText: "Try other filters.",
  details: "Details",
  detailsOf: (sentence: string) => `Details: ${sentence}`,
  actor: "Who",
  at: "When",
  address: "From address",
  environment: "Environment",
  target: "Of",
  before: "Before",
  after: "After",
  nothing: "—",
};

type Facts = Record<string, unknown> | null;
/** What a sentence is made of: who acted, who or what it was done to, and what was true before and after. */
type Entry = { who: string; target: string; before: Facts; after: Facts };

const fact = (facts: Facts, name: string) => String(facts?.[name] ?? "?");

/** A sentence for each action; those without one show the action's name. */
const sentences: Record<string, (entry: Entry) => string> = {
  "member set-role": ({ who, target, before, after }) =>
    `${who} changed the role of ${target} from ${fact(before, "role")} to ${fact(after, "role")}`,
  "member remove": ({ who, target, before }) => `${who} removed ${target}, who was ${fact(before, "role")}`,
  "member leave": ({ who }) => `${who} left the business`,
  "invitation create": ({ who, after }) => `${who} invited ${fact(after, "email")} as ${fact(after, "role")}`,
  "invitation revoke": ({ who, before }) => `${who} revoked the invitation of ${fact(before, "email")}`,
  "invitation accept": ({ who, after }) => `${who} joined as ${fact(after, "role")}`,
  "merchant invite-owner": ({ who, after }) => `${who} invited ${fact(after, "email")} as the first owner`,
  "merchant create": ({ who, after }) => `${who} added the business ${fact(after, "name")}`,
  "passkey add": ({ who, after }) => `${who} added the passkey “${fact(after, "name")}”`,
  "passkey rename": ({ who, before, after }) =>
    `${who} renamed the passkey “${fact(before, "name")}” to “${fact(after, "name")}”`,
  "passkey remove": ({ who, before }) => `${who} removed the passkey “${fact(before, "name")}”`,
  "passkey clone": ({ who, before }) =>
    `A copy of the passkey “${fact(before, "name")}” of ${who} was refused`,
  "totp enable": ({ who }) => `${who} turned on an authenticator app`,
  "totp disable": ({ who }) => `${who} turned off the authenticator app`,
  "recovery-code use": ({ who, after }) =>
    `${who} signed in with a recovery code; ${fact(after, "left")} are left`,
  "recovery-codes renew": ({ who }) => `${who} made new recovery codes`,
  "key create": ({ who, target }) => `${who} created the API key ${target}`,
  "key rotate": ({ who, target }) => `${who} rotated the API key ${target}`,
  "key revoke": ({ who, target }) => `${who} revoked the API key ${target}`,
  "key update": ({ who, target }) => `${who} changed the API key ${target}`,
  "webhook set": ({ who, after }) => `${who} set the webhook URL to ${fact(after, "url")}`,
  "webhook rotate": ({ who }) => `${who} rotated the webhook secret`,
  "origin add": ({ who, target }) => `${who} let ${target} embed checkouts`,
  "origin remove": ({ who, target }) => `${who} stopped ${target} from embedding checkouts`,
  "payout-account add": ({ who, after }) => `${who} saved the payout account ${fact(after, "accountNumber")}`,
  "payout-account default": ({ who, target }) => `${who} made ${target} the default payout account`,
  "payout-account remove": ({ who, target }) => `${who} removed the payout account ${target}`,
  "kyb set": ({ who, after }) => `${who} set the verification to ${fact(after, "status")}`,
  "link disable": ({ who, target }) => `${who} disabled the payment link ${target}`,
};

/** What happened, in a sentence. */
export function describeEntry(action: string, entry: Entry): string {
  return sentences[action]?.(entry) ?? `${entry.who}: ${action.replaceAll("-", " ")} (${entry.target})`;
}

/** The actions to filter by, each with its text. */
export const auditActions: readonly (readonly [action: string, text: string])[] = [
  ["member set-role", "Role changed"],
  ["member remove", "Member removed"],
  ["member leave", "Member left"],
  ["invitation create", "Invitation sent"],
  ["invitation accept", "Invitation accepted"],
  ["invitation revoke", "Invitation revoked"],
  ["key create", "API key created"],
  ["key rotate", "API key rotated"],
  ["key revoke", "API key revoked"],
  ["webhook set", "Webhook set"],
  ["webhook rotate", "Webhook secret rotated"],
  ["passkey add", "Passkey added"],
  ["passkey remove", "Passkey removed"],
  ["passkey clone", "Copied passkey refused"],
  ["totp enable", "Authenticator app on"],
  ["totp disable", "Authenticator app off"],
  ["recovery-code use", "Recovery code used"],
];
