import type { Collection, CollectionPayment } from "../api/types.ts";
import { formatMoney } from "../components/values/money.tsx";
import type { TimelineEntry } from "../components/values/timeline.tsx";
import { collectionTexts as texts } from "../texts/collections.ts";

/** What happened to a collection, the newest first. What has no time of its own is the present state. */
export function timelineOf(
  { status, late, createdAt, settledAt }: Collection,
  payments: CollectionPayment[],
  createdText: string,
): TimelineEntry[] {
  const { timeline } = texts;
  const created: TimelineEntry = { icon: "plus", text: createdText, at: createdAt };
  const present: Partial<Record<Collection["status"], TimelineEntry>> = {
    awaiting_payment: { icon: "clock", text: timeline.awaiting },
    confirming: { icon: "clock", colour: "blue", text: timeline.confirming },
    underpaid: { icon: "warning", colour: "amber", text: timeline.underpaid },
    expired: { icon: "close", text: timeline.expired },
    succeeded: {
      icon: "check",
      colour: "green",
      text: late ? timeline.succeededLate : timeline.succeeded,
      ...(settledAt !== undefined && { at: settledAt }),
    },
  };
  const last = present[status];
  const entries = [
    ...(last === undefined ? [] : [last]),
    ...payments.map(({ amount, receivedAt }): TimelineEntry => ({
      icon: "collections",
      text: timeline.payment(formatMoney(amount)),
      at: receivedAt,
    })),
    created,
  ];
  const timeOf = ({ at }: TimelineEntry) => (at === undefined ? Infinity : Date.parse(at));
  return entries.toSorted((one, other) => (timeOf(one) === timeOf(other) ? 0 : timeOf(other) - timeOf(one)));
}
