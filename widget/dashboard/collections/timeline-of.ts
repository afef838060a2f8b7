import type { Collection, CollectionPayment } from "../api/types.ts";
import { formatMoney } from "../components/values/money.tsx";
import type { TimelineEntry } from "../components/values/timeline.tsx";

/** What happened to a collection, newest first. An entry without a time is the present state. */
export function timelineOf(
  { status, late, createdAt, settledAt }: Collection,
  payments: CollectionPayment[],
  createdText: string,
): TimelineEntry[] {
  const succeeded = late ? "Paid in full after expiry" : "Paid in full";
  const present: Partial<Record<Collection["status"], TimelineEntry>> = {
    awaiting_payment: { icon: "clock", text: "Awaiting payment" },
    confirming: { icon: "clock", colour: "blue", text: "Seen on chain, waiting for confirmation" },
    underpaid: { icon: "warning", colour: "amber", text: "Partially paid; a top-up completes it" },
    expired: { icon: "close", text: "Expired before it was paid in full" },
    succeeded: { icon: "check", colour: "green", text: succeeded, at: settledAt },
  };
  const last = present[status];
  const entries = [
    ...(last === undefined ? [] : [last]),
    ...payments.map(({ amount, receivedAt }): TimelineEntry => ({
      icon: "collections",
      text: `Payment of ${formatMoney(amount)}`,
      at: receivedAt,
    })),
    { icon: "plus" as const, text: createdText, at: createdAt },
  ];
  const timeOf = ({ at }: TimelineEntry) => (at === undefined ? Infinity : Date.parse(at));
  return entries.toSorted((one, other) => (timeOf(one) === timeOf(other) ? 0 : timeOf(other) - timeOf(one)));
}
