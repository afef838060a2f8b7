import { formatMoney } from "../components/values/money.tsx";
import { nameOf } from "../keys/key-name.ts";
import { verificationTexts } from "./verification.ts";

/** Texts of the audit log. */
export const auditTexts = {
  title: "Audit log",
  text: "Who changed what, newest first. Nobody can edit or delete it.",
  caption: "Changes by people, keys and the platform",
  what: "What happened",
  when: "When",
  action: "Action",
  operator: "The platform",
  key: (name: string) => `Key ${name}`,
  emptyTitle: "Nothing yet",
  emptyText: "Changes to keys, webhooks, people and settings, and payouts that people send, appear here.",
  noneTitle: "Nothing matches",
  noneText: "Try other filters.",
  details: "Details",
  detailsOf: (sentence: string) => `Details: ${sentence}`,
  actor: "Who",
  keyReference: "Key",
  at: "When",
  address: "IP address",
  environment: "Environment",
  target: "Target",
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
    facts?.["payoutMax"] !== undefined && `${naira(facts, "payoutMax")} per payout`,
    facts?.["dayMax"] !== undefined && `${naira(facts, "dayMax")} per day`,
    facts?.["accountDayMax"] !== undefined && `${naira(facts, "accountDayMax")} per day to one account`,
    facts?.["accountDayPayouts"] !== undefined &&
      `${fact(facts, "accountDayPayouts")} payouts per day to one account`,
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
    "API key’s IP addresses changed",
    ({ who, before }) => `${who} changed the allowed IP addresses of the API key ${keyName(before)}`,
  ],
  "webhook set": [
    "Webhook set",
    ({ who, after }) => `${who} set the webhook URL to an address at ${fact(after, "origin")}`,
  ],
  "webhook rotate": ["Webhook secret rotated", ({ who }) => `${who} rotated the webhook secret`],
  "event resend": ["Event replayed", ({ who, target }) => `${who} replayed the event ${target}`],
  "origin add": [
    "Embedding allowed",
    ({ who, after }) => `${who} allowed ${fact(after, "origin")} to embed checkouts`,
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
        ? `${who} removed the payout account ${fact(after, "accountNumber")} as the default`
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
    "Payout status requested",
    ({ who, target }) => `${who} requested the status of the payout ${target} from the provider`,
  ],
  "payout decide": [
    "Payout outcome set",
    ({ who, target, after }) => `${who} set the outcome of the payout ${target} to ${fact(after, "status")}`,
  ],
  "payout freeze": ["Payouts frozen", ({ who }) => `${who} froze payouts for the business`],
  "payout release": ["Payouts resumed", ({ who }) => `${who} resumed payouts for the business`],
  "suspense release": [
    "Held payment credited",
    ({ who, target }) => `${who} credited the held payment ${target}`,
  ],
  "suspense refund": [
    "Held payment refunded",
    ({ who, target }) => `${who} refunded the held payment ${target}`,
  ],
  "link disable": [
    "Payment link disabled",
    ({ who, target }) => `${who} disabled the payment link ${target}`,
  ],
  "limit set": [
    "Limit set",
    ({ who, after }) => `${who} set the maximum per payout to ${naira(after, "payoutMax")}`,
  ],
  "payout limits set": [
    "Payout limits set",
    ({ who, after }) =>
      after === null ? `${who} removed payout limits` : `${who} set payout limits: ${limits(after)}`,
  ],
  "tier set": [
    "Tier set",
    ({ who, before, after }) =>
      `${who} changed the tier of the business from ${fact(before, "tier")} to ${fact(after, "tier")}`,
  ],
  "verification submit": [
    "Verification submitted",
    ({ who }) => `${who} submitted the business for verification`,
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
    ({ who, after }) => `${who} added a verification document: ${kind(after)}`,
  ],
  "verification document remove": [
    "Document removed",
    ({ who, before }) => `${who} removed a verification document: ${kind(before)}`,
  ],
  "verification document read": [
    "Document viewed",
    ({ who, after }) => `${who} viewed a verification document: ${kind(after)}`,
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
    "Cloned passkey refused",
    ({ who, before }) => `A clone of ${who}’s passkey “${fact(before, "name")}” was refused`,
  ],
  "totp enable": ["Authenticator app on", ({ who }) => `${who} turned on an authenticator app`],
  "totp disable": ["Authenticator app off", ({ who }) => `${who} turned off the authenticator app`],
  "recovery-code use": [
    "Recovery code used",
    ({ who, after }) => `${who} signed in with a recovery code; ${fact(after, "left")} left`,
  ],
  "person change-password": ["Password changed", ({ who }) => `${who} changed their password`],
  "person reset-password": [
    "Password reset",
    ({ who }) => `${who} reset their password with a link from an email`,
  ],
  "session end": [
    "Sessions ended",
    ({ who, before }) =>
      before?.sessions === 1 ? `${who} ended a session` : `${who} ended ${fact(before, "sessions")} sessions`,
  ],
  "recovery-codes renew": ["Recovery codes regenerated", ({ who }) => `${who} generated new recovery codes`],
};

/** What happened, in a sentence; the action's name where it has none. */
export function describeEntry(action: string, entry: Entry): string {
  const sentence = actions[action]?.[1];
  return sentence?.(entry) ?? `${entry.who}: ${action.replaceAll("-", " ")} (${entry.target})`;
}

/** The actions to filter by, each with its text. */
export const auditActions = Object.entries(actions).map(([action, [text]]) => [action, text] as const);
