import { formatMoney } from "../components/values/money.tsx";
import { nameOf } from "../keys/key-name.ts";
import { documentKinds } from "../verification/form-texts.ts";

type Facts = Record<string, unknown> | null;
/** The parts of a sentence: who acted, the target, and the facts before and after. */
type Entry = { who: string; target: string; before: Facts; after: Facts };

/** One of the facts in readable form: amounts in naira, documents by their kind, keys as they are listed. */
function fact(facts: Facts, name: string): string {
  if (name === "key")
    return nameOf({ prefix: `sk_${fact(facts, "environment")}_`, lastFour: fact(facts, "lastFour") });
  const value = facts?.[name];
  if (name === "kind") return (documentKinds as Record<string, string>)[String(value)] ?? documentKinds.other;
  return amounts.has(name)
    ? formatMoney({ value: Number(value ?? 0), currency: "NGN" })
    : String(value ?? "?");
}

const amounts = new Set(["amount", "amountMax", "payoutMax", "dayMax", "accountDayMax"]);

const limits = (facts: Facts) =>
  [
    facts?.["payoutMax"] !== undefined && `${fact(facts, "payoutMax")} per payout`,
    facts?.["dayMax"] !== undefined && `${fact(facts, "dayMax")} per day`,
    facts?.["accountDayMax"] !== undefined && `${fact(facts, "accountDayMax")} per day to one account`,
    facts?.["accountDayPayouts"] !== undefined &&
      `${fact(facts, "accountDayPayouts")} payouts per day to one account`,
  ]
    .filter((text) => text !== false)
    .join(", ");

const policy = (facts: Facts) =>
  [
    facts?.["amountMax"] !== undefined && `above ${fact(facts, "amountMax")}`,
    facts?.["dayMax"] !== undefined && `above ${fact(facts, "dayMax")} a day`,
    facts?.["newDestinations"] === true && "new recipients",
  ]
    .filter((text) => text !== false)
    .join(", ") || "none";

/** What happened to the keys of a member who was removed or got another role. */
const keysOf = (facts: Entry["after"]): string =>
  [
    ...(listed(facts, "keysRevoked") ? [`; revoked ${listed(facts, "keysRevoked")}`] : []),
    ...(listed(facts, "keysKept") ? [`; kept ${listed(facts, "keysKept")}`] : []),
  ].join("");

const chargesIn = (facts: Facts) =>
  Number(facts?.["service"] ?? 0) + Number(facts?.["vat"] ?? 0) + Number(facts?.["stampDuty"] ?? 0);

const listed = (facts: Entry["after"], name: string): string => {
  const names = facts?.[name];
  return Array.isArray(names) ? names.join(", ") : "";
};

/**
 * Each action's name among the filters, and a sentence for it: {who} acted on the {target}, with the facts {before.…}
 * and {after.…}.
 */
const actions: Record<string, readonly [text: string, sentence: string | ((entry: Entry) => string)]> = {
  "member set-role": [
    "Role changed",
    ({ who, target, before, after }) =>
      `${who} changed the role of ${target} from ${fact(before, "role")} to ${fact(after, "role")}${keysOf(after)}`,
  ],
  "member remove": [
    "Member removed",
    ({ who, target, before, after }) =>
      `${who} removed ${target}, who was ${fact(before, "role")}${keysOf(after)}`,
  ],
  "member leave": ["Member left", "{who} left the business"],
  "member add": ["Member added", "{who} added {target} as {after.role}"],
  "invitation create": ["Invitation sent", "{who} invited {after.email} as {after.role}"],
  "invitation accept": ["Invitation accepted", "{who} joined as {after.role}"],
  "invitation revoke": ["Invitation revoked", "{who} revoked the invitation of {before.email}"],
  "merchant invite-owner": ["First owner invited", "{who} invited {after.email} as the first owner"],
  "merchant create": ["Business added", "{who} added the business {after.name}"],
  "merchant close": ["Business closed", "{who} closed the business and revoked its API keys"],
  "key create": ["API key created", "{who} created the API key {after.key}"],
  "key rotate": ["API key rotated", "{who} rotated the API key {before.key}"],
  "key revoke": ["API key revoked", "{who} revoked the API key {before.key}"],
  "key networks": [
    "API key’s IP addresses changed",
    "{who} changed the allowed IP addresses of the API key {before.key}",
  ],
  "webhook set": ["Webhook set", "{who} set the webhook URL to an address at {after.origin}"],
  "webhook rotate": ["Webhook secret rotated", "{who} rotated the webhook secret"],
  "event resend": ["Event replayed", "{who} replayed the event {target}"],
  "origin add": ["Embedding allowed", "{who} allowed {after.origin} to embed checkouts"],
  "origin remove": ["Embedding stopped", "{who} stopped {before.origin} from embedding checkouts"],
  "payout-account add": ["Payout account saved", "{who} saved the payout account {after.accountNumber}"],
  "payout-account default": [
    "Default payout account changed",
    ({ who, after }) =>
      after?.isDefault === false
        ? `${who} removed the payout account ${fact(after, "accountNumber")} as the default`
        : `${who} made the payout account ${fact(after, "accountNumber")} the default`,
  ],
  "payout-account remove": [
    "Payout account removed",
    "{who} removed the payout account {before.accountNumber}",
  ],
  "payout create": ["Payout sent", "{who} sent {after.amount} to {after.accountNumber} at {after.bank}"],
  "payout cancel": [
    "Payout canceled",
    "{who} canceled the payout of {before.amount} to {before.accountNumber} at {before.bank}",
  ],
  "payout-batch create": ["Batch created", "{who} created the batch {target} of {after.items} payouts"],
  "payout-batch replace-item": ["Batch changed", "{who} changed a row of the batch {target}"],
  "payout-batch start": ["Batch started", "{who} started the batch {target} of {after.amount}"],
  "payout-batch retry": ["Batch retried", "{who} retried {after.amount} of the batch {target}"],
  "payout-batch cancel": ["Batch canceled", "{who} canceled the batch {target}"],
  "refund create": ["Refund created", "{who} refunded {after.amount} of the collection {after.collection}"],
  "refund cancel": ["Refund canceled", "{who} canceled the refund {target} of {before.amount}"],
  "refund destination": [
    "Refund’s account set",
    "{who} sent the refund {target} to {after.accountNumber} at {after.bank}",
  ],
  "approval approve": ["Payment approved", "{who} approved the payment {target} of {after.amount}"],
  "approval reject": ["Payment rejected", "{who} rejected the payment {target} of {after.amount}"],
  "approval expire": ["Approval expired", "The payment {target} of {after.amount} wasn’t approved in time"],
  "approval-policy set": [
    "Approval policy set",
    ({ who, after }) => `${who} set which payments need approval: ${policy(after)}`,
  ],
  "payout poll": [
    "Payout status requested",
    "{who} requested the status of the payout {target} from the provider",
  ],
  "payout decide": ["Payout outcome set", "{who} set the outcome of the payout {target} to {after.status}"],
  "credit accept": [
    "Unmatched payment accepted",
    "{who} accepted the unmatched payment {target} of {after.amount} as {after.collection}",
  ],
  "credit return": [
    "Unmatched payment returned",
    "{who} returned the unmatched payment {target} of {after.amount} for {after.collection}",
  ],
  "charges refund": [
    "Charges refunded",
    ({ who, target, after }) =>
      `${who} refunded ${fact({ amount: chargesIn(after) }, "amount")} of charges for the payout ${target}`,
  ],
  "exemptions set": [
    "Duty exemption changed",
    ({ who, after }) =>
      after?.hasExemptions === false
        ? `${who} withdrew the exemption from stamp duty`
        : `${who} restored the exemption from stamp duty`,
  ],
  "payout freeze": ["Payouts frozen", "{who} froze payouts for the business"],
  "payout release": ["Payouts resumed", "{who} resumed payouts for the business"],
  "suspense release": ["Held payment credited", "{who} credited the held payment {target}"],
  "suspense refund": ["Held payment refunded", "{who} refunded the held payment {target}"],
  "link disable": ["Payment link disabled", "{who} disabled the payment link {target}"],
  "limit set": ["Limit set", "{who} set the maximum per payout to {after.payoutMax}"],
  "payout limits set": [
    "Payout limits set",
    ({ who, after }) =>
      after === null ? `${who} removed payout limits` : `${who} set payout limits: ${limits(after)}`,
  ],
  "tier set": ["Tier set", "{who} changed the tier of the business from {before.tier} to {after.tier}"],
  "verification submit": ["Verification submitted", "{who} submitted the business for verification"],
  "verification reopen": ["Verification reopened", "{who} reopened the verification of the business"],
  "verification approve": ["Verification approved", "{who} approved the business"],
  "verification reject": ["Verification rejected", "{who} rejected the verification of the business"],
  "verification document add": ["Document added", "{who} added a verification document: {after.kind}"],
  "verification document remove": [
    "Document removed",
    "{who} removed a verification document: {before.kind}",
  ],
  "verification document read": ["Document viewed", "{who} viewed a verification document: {after.kind}"],
  "kyb set": ["Verification set", "{who} set the verification to {after.status}"],
  "passkey add": ["Passkey added", "{who} added the passkey “{after.name}”"],
  "passkey rename": ["Passkey renamed", "{who} renamed the passkey “{before.name}” to “{after.name}”"],
  "passkey remove": ["Passkey removed", "{who} removed the passkey “{before.name}”"],
  "passkey clone": ["Cloned passkey refused", "A clone of {who}’s passkey “{before.name}” was refused"],
  "totp enable": ["Authenticator app on", "{who} turned on an authenticator app"],
  "totp disable": ["Authenticator app off", "{who} turned off the authenticator app"],
  "recovery-code use": ["Recovery code used", "{who} signed in with a recovery code; {after.left} left"],
  "person change-password": ["Password changed", "{who} changed their password"],
  "person reset-password": ["Password reset", "{who} reset their password with a link from an email"],
  "session end": [
    "Sessions ended",
    ({ who, before }) =>
      before?.sessions === 1 ? `${who} ended a session` : `${who} ended ${fact(before, "sessions")} sessions`,
  ],
  "recovery-codes renew": ["Recovery codes regenerated", "{who} generated new recovery codes"],
};

/** What happened, in a sentence; the action's name if it has none. */
export function describeEntry(action: string, entry: Entry): string {
  const sentence = actions[action]?.[1];
  if (sentence === undefined) return `${entry.who}: ${action.replaceAll("-", " ")} (${entry.target})`;
  if (typeof sentence === "function") return sentence(entry);
  return sentence.replace(/\{(\w+)(?:\.(\w+))?\}/g, (_, of: keyof Entry, name?: string) => {
    const part = entry[of];
    return typeof part === "string" ? part : fact(part, name!);
  });
}

/** The actions to filter by, each with its text. */
export const auditActions = Object.entries(actions).map(([action, [text]]) => [action, text] as const);
