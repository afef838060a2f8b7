import type { Approval } from "../api/types.ts";
import { formatMoney } from "../components/values/money.tsx";

/** What each kind of payment is called. */
export const kindNames: Record<Approval["kind"], string> = {
  payout: "Payout",
  batch: "Batch of payouts",
  refund: "Refund",
  accept: "Unmatched payment",
};

const reasonTexts: Record<Approval["reasons"][number], string> = {
  amount: "The amount is above your policy’s limit",
  day: "The day’s total is above your policy’s limit",
  new_destination: "You’ve never paid this account",
};

/** Why a payment waits, in a sentence for each reason. */
export const whyItWaits = ({ reasons }: Pick<Approval, "reasons">): string =>
  reasons.map((reason) => `${reasonTexts[reason]}.`).join(" ");

/** The account that a payment goes to, or the collection that an accepted one completes. */
export function targetOf({ kind, destination, collection, batch }: Approval): string {
  if (batch) {
    const accounts = `${batch.items.toLocaleString("en-NG")} accounts`;
    return batch.name === undefined ? accounts : `${accounts} (${batch.name})`;
  }
  if (destination)
    return [destination.accountName, destination.bankName, destination.accountNumber].join(", ");
  if (kind === "accept") return collection === undefined ? "a new collection" : `collection ${collection}`;
  return "";
}

/** Who requested a payment: people, or the API key. */
export const requestedBy = ({ makers, key }: Approval): string =>
  [makers.map(({ name }) => name).join(", "), key && `API key ${key}`].filter(Boolean).join(", with ") ||
  "The platform";

/** What happens once a payment is approved, or rejected. */
export function consequenceOf(approval: Approval, approves: boolean): string {
  const { kind, amount, fee } = approval;
  const money = formatMoney(amount);
  const target = targetOf(approval);
  if (kind === "accept")
    return approves
      ? `We’ll add ${money} to your balance, for ${target}, and send collection.success, so your systems may fulfil the order.`
      : `We won’t add ${money} to your balance. The money stays under Unmatched payments.`;
  if (!approves) return `We won’t send ${money} to ${target}. The reserved money is released.`;
  const cost = fee && fee.value > 0 ? ` The fee is ${formatMoney(fee)}.` : "";
  return `We’ll send ${money} to ${target}.${cost} Bank transfers can’t be reversed.`;
}
