import type { Payout, Refund } from "../api/types.ts";
import type { TimelineEntry } from "../components/values/timeline.tsx";

/** Where the money is that was not sent, or came back: an unmatched payment that was returned waits again. */
export const whereBack = (of: Payout | Refund): string =>
  "unmatchedCredit" in of ? "back under Unmatched payments" : "back in your balance";

/** Whether we refused it ourselves: its bank never heard of it. */
export const isUnsent = ({ failure }: Payout | Refund): boolean =>
  failure?.code === "MERCHANT_REFERENCE_CONFLICT" || failure?.code === "DESTINATION_BLOCKED";

/** What happened to a payout or a refund, newest first. An entry without a time is the present state. */
export function timelineOf(transfer: Payout | Refund, createdText: string): TimelineEntry[] {
  const { status, createdAt, updatedAt, settledAt } = transfer;
  const back = `the money is ${whereBack(transfer)}`;
  const present: Record<Refund["status"], TimelineEntry | undefined> = {
    needs_destination: { icon: "warning", colour: "amber", text: "Waiting for an account" },
    awaiting_approval: { icon: "clock", colour: "amber", text: "Waiting for approval" },
    pending: { icon: "clock", text: "Waiting to be sent" },
    processing: { icon: "payouts", colour: "blue", text: "Sent to the bank", at: updatedAt },
    succeeded: undefined,
    failed: {
      icon: "close",
      colour: "red",
      text: `${isUnsent(transfer) ? "Not sent" : "Rejected by the bank"}; ${back}`,
      at: updatedAt,
    },
    reversed: {
      icon: "refresh",
      colour: "amber",
      text: `Returned by the bank; ${back}`,
      at: updatedAt,
    },
    canceled: { icon: "close", text: `Canceled; ${back}`, at: updatedAt },
  };
  const paid: TimelineEntry = {
    icon: "check",
    colour: "green",
    text: "Paid to the bank account",
    at: settledAt,
  };
  const entries = [
    present[status],
    settledAt === undefined ? undefined : paid,
    { icon: "plus" as const, text: createdText, at: createdAt },
  ];
  return entries.filter((entry) => entry !== undefined);
}
