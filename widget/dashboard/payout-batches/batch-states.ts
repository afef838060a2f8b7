import type { PayoutBatch, PayoutBatchItem } from "../api/types.ts";
import type { States } from "../components/values/badge.tsx";
import { payoutStates } from "../payouts/payout-states.ts";

export const batchStates: States<PayoutBatch["status"]> = {
  validating: ["Checking", "blue"],
  ready: ["Ready to start", "amber"],
  awaiting_approval: ["Awaiting approval", "amber"],
  processing: ["Sending", "blue"],
  completed: ["Completed", "green"],
  canceled: ["Canceled", "grey"],
  failed: ["Failed", "red"],
};

export const itemStates: States<PayoutBatchItem["status"]> = {
  validating: ["Checking", "grey"],
  valid: ["Ready", "green"],
  invalid: ["Mistake", "red"],
  skipped: ["Left out", "grey"],
  waiting: ["Waiting", "grey"],
  ...payoutStates,
};

/** Whether a batch's rows can still be changed. */
export const isOpen = ({ status, startedAt }: PayoutBatch): boolean =>
  (status === "validating" || status === "ready") && startedAt === undefined;

/** A number of things: 1 row, 1,200 rows. */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en-NG")} ${count === 1 ? one : many}`;
