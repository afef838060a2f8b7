import { formatMoney } from "../components/values/money.tsx";
import { nameOf } from "../keys/key-name.ts";
import { verificationTexts } from "./verification.ts";

/** Texts of the audit log. */
export const auditTexts = {
  title: "Audit log",
  text: "Who changed what here, newest first. Nobody can edit or delete it.",
  caption: "Changes by people, keys and the platform",
  what: "What happened",
  when: "When",
  action: "Action",
  operator: "The platform",
  key: (name: string) => `Key ${name}`,
  emptyTitle: "Nothing yet",
  emptyText: "Changes to keys, webhooks, people and settings, and money that people send, appear here.",
  noneTitle: "Nothing matches",
  noneText: "Try other filters.",
  details: "Details",
  detailsOf: (sentence: string) => `Details: ${sentence}`,
  actor: "Who",
  keyReference: "Key",
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

/** A key by the facts of it, as the list of keys names it. */
const keyName = (facts: Facts) =>
  nameOf({ prefix: `sk_${fact(facts, "environment")}_`, lastFour: fact(facts, "lastFour") });

const documentKinds: Record<string, string> = verificationTexts.kinds;
/** The kind of a document, as it is listed. */
const kind = (facts: Facts) => documentKinds[fact(facts, "kind")] ?? documentKinds.other!;

/** An amount of kobo. */
const naira = (facts: Facts, name: string) =>
  formatMoney({ value: Number(facts?.[name] ?? 0), currency: "NGN" });

/** What is set of the limits of payouts. */
const limits = (facts: Facts) =>
  [
    facts?.["payoutMax"] !== undefined && `${naira(facts, "payoutMax")} a payout`,
    facts?.["dayMax"] !== undefined && `${naira(facts, "dayMax")} a day`,
    facts?.["accountDayMax"] !== undefined && `${naira(facts, "accountDayMax")} a day to one account`,
    facts?.["accountDayPayouts"] !== undefined &&
      `${fact(facts, "accountDayPayouts")} payouts a day to one account`,
  ]
    .filter((text) => text !== false)
    .join(", ");

/** What became of the keys that a removed member had made. */
const keysOf = (facts: Entry["after"]): string =>
  [
    ...(listed(facts, "keysRevoked") ? [`; revoked ${listed(facts, "keysRevoked")}`] : []),
    ...(listed(facts, "keysKept") ? [`; kept ${listed(facts, "keysKept")}`] : []),
  ].join("");

const listed = (facts: Entry["after"], name: string): string => {
  const names = facts?.[name];
  return Array.isArray(names) ? names.join(", ") : "";
};

/** What each action is called among the filters, and a sentence for it. */
const actions: Record<string, readonly [text: string, sentence: (entry: Entry) => string]> = {
  "member set-role": [
    "Role changed",
    ({ who, target, before, after }) =>
      `${who} changed the role of ${target} from ${fact(before, "role")} to ${fact(after, "role")}`,
  ],
  "member remove": [
    "Member removed",
    ({ who, target, before, after }) =>
      `${who} removed ${target}, who was ${fact(before, "role")}${keysOf(after)}`,
  ],
  "member leave": ["Member left", ({ who }) => `${who} left the business`],
  "member add": [
    "Member added",
    ({ who, target, after }) => `${who} added ${target} as ${fact(after, "role")}`,
  ],
  "invitation create": [
    "Invitation sent",
    ({ who, after }) => `${who} invited ${fact(after, "email")} as ${fact(after, "role")}`,
  ],
  "invitation accept": ["Invitation accepted", ({ who, after }) => `${who} joined as ${fact(after, "role")}`],
  "invitation revoke": [
    "Invitation revoked",
    ({ who, before }) => `${who} revoked the invitation of ${fact(before, "email")}`,
  ],
  "merchant invite-owner": [
    "First owner invited",
    ({ who, after }) => `${who} invited ${fact(after, "email")} as the first owner`,
  ],
  "merchant create": [
    "Business added",
    ({ who, after }) => `${who} added the business ${fact(after, "name")}`,
  ],
  "merchant close": ["Business closed", ({ who }) => `${who} closed the business and revoked its API keys`],
  "key create": ["API key created", ({ who, after }) => `${who} created the API key ${keyName(after)}`],
  "key rotate": ["API key rotated", ({ who, before }) => `${who} rotated the API key ${keyName(before)}`],
  "key revoke": ["API key revoked", ({ who, before }) => `${who} revoked the API key ${keyName(before)}`],
  "key networks": [
    "API key’s addresses changed",
    ({ who, before }) => `${who} changed from where the API key ${keyName(before)} may be used`,
  ],
  "webhook set": [
    "Webhook set",
    ({ who, after }) => `${who} set the webhook URL to one at ${fact(after, "origin")}`,
  ],
  "webhook rotate": ["Webhook secret rotated", ({ who }) => `${who} rotated the webhook secret`],
  "event resend": ["Event sent again", ({ who, target }) => `${who} sent the event ${target} again`],
  "origin add": [
    "Embedding allowed",
    ({ who, after }) => `${who} let ${fact(after, "origin")} embed checkouts`,
  ],
  "origin remove": [
    "Embedding stopped",
    ({ who, before }) => `${who} stopped ${fact(before, "origin")} from embedding checkouts`,
  ],
  "payout-account add": [
    "Payout account saved",
    ({ who, after }) => `${who} saved the payout account ${fact(after, "accountNumber")}`,
  ],
  "payout-account default": [
    "Default payout account changed",
    ({ who, after }) =>
      after?.isDefault === false
        ? `${who} made the payout account ${fact(after, "accountNumber")} no longer the default`
        : `${who} made the payout account ${fact(after, "accountNumber")} the default`,
  ],
  "payout-account remove": [
    "Payout account removed",
    ({ who, before }) => `${who} removed the payout account ${fact(before, "accountNumber")}`,
  ],
  "payout create": [
    "Payout sent",
    ({ who, after }) =>
      `${who} sent ${naira(after, "amount")} to ${fact(after, "accountNumber")} at ${fact(after, "bank")}`,
  ],
  "payout cancel": [
    "Payout canceled",
    ({ who, before }) =>
      `${who} canceled the payout of ${naira(before, "amount")} to ${fact(before, "accountNumber")} at ${fact(before, "bank")}`,
  ],
  "payout ask": [
    "Payout asked about",
    ({ who, target }) => `${who} asked the provider about the payout ${target}`,
  ],
  "payout decide": [
    "Payout decided",
    ({ who, target, after }) => `${who} decided that the payout ${target} is ${fact(after, "status")}`,
  ],
  "payout freeze": ["Payouts stopped", ({ who }) => `${who} stopped the payouts of the business for a while`],
  "payout release": ["Payouts released", ({ who }) => `${who} let the payouts of the business go on`],
  "suspense release": [
    "Held payment released",
    ({ who, target }) => `${who} credited the payment ${target}, which was held`,
  ],
  "suspense refund": [
    "Held payment refunded",
    ({ who, target }) => `${who} refunded the payment ${target}, which was held`,
  ],
  "link disable": [
    "Payment link disabled",
    ({ who, target }) => `${who} disabled the payment link ${target}`,
  ],
  "limit set": [
    "Limit set",
    ({ who, after }) => `${who} set the largest single payout to ${naira(after, "payoutMax")}`,
  ],
  "payout limits set": [
    "Limits of payouts set",
    ({ who, after }) =>
      after === null
        ? `${who} took limits of payouts away`
        : `${who} set limits of payouts: ${limits(after)}`,
  ],
  "tier set": [
    "Tier set",
    ({ who, before, after }) =>
      `${who} changed the tier of the business from ${fact(before, "tier")} to ${fact(after, "tier")}`,
  ],
  "verification submit": [
    "Verification submitted",
    ({ who }) => `${who} submitted the verification of the business`,
  ],
  "verification reopen": [
    "Verification reopened",
    ({ who }) => `${who} reopened the verification of the business`,
  ],
  "verification approve": ["Verification approved", ({ who }) => `${who} approved the business`],
  "verification reject": [
    "Verification rejected",
    ({ who }) => `${who} rejected the verification of the business`,
  ],
  "verification document add": [
    "Document added",
    ({ who, after }) => `${who} added a document to the verification: ${kind(after)}`,
  ],
  "verification document remove": [
    "Document removed",
    ({ who, before }) => `${who} removed a document from the verification: ${kind(before)}`,
  ],
  "verification document read": [
    "Document read",
    ({ who, after }) => `${who} read a document of the verification: ${kind(after)}`,
  ],
  "kyb set": [
    "Verification set",
    ({ who, after }) => `${who} set the verification to ${fact(after, "status")}`,
  ],
  "passkey add": ["Passkey added", ({ who, after }) => `${who} added the passkey “${fact(after, "name")}”`],
  "passkey rename": [
    "Passkey renamed",
    ({ who, before, after }) =>
      `${who} renamed the passkey “${fact(before, "name")}” to “${fact(after, "name")}”`,
  ],
  "passkey remove": [
    "Passkey removed",
    ({ who, before }) => `${who} removed the passkey “${fact(before, "name")}”`,
  ],
  "passkey clone": [
    "Copied passkey refused",
    ({ who, before }) => `A copy of the passkey “${fact(before, "name")}” of ${who} was refused`,
  ],
  "totp enable": ["Authenticator app on", ({ who }) => `${who} turned on an authenticator app`],
  "totp disable": ["Authenticator app off", ({ who }) => `${who} turned off the authenticator app`],
  "recovery-code use": [
    "Recovery code used",
    ({ who, after }) => `${who} signed in with a recovery code; ${fact(after, "left")} are left`,
  ],
  "person change-password": ["Password changed", ({ who }) => `${who} changed the password of their account`],
  "person reset-password": [
    "Password reset",
    ({ who }) => `${who} chose a new password with a link from a mail`,
  ],
  "session end": [
    "Sessions ended",
    ({ who, before }) =>
      before?.sessions === 1 ? `${who} ended a session` : `${who} ended ${fact(before, "sessions")} sessions`,
  ],
  "recovery-codes renew": ["Recovery codes renewed", ({ who }) => `${who} made new recovery codes`],
};

/** What happened, in a sentence; the action's name where it has none. */
export function describeEntry(action: string, entry: Entry): string {
  const sentence = actions[action]?.[1];
  return sentence?.(entry) ?? `${entry.who}: ${action.replaceAll("-", " ")} (${entry.target})`;
}

/** The actions to filter by, each with its text. */
export const auditActions = Object.entries(actions).map(([action, [text]]) => [action, text] as const);
