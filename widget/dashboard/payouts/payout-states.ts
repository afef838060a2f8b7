import type { Payout } from "../api/types.ts";
import type { States } from "../components/values/badge.tsx";

export const payoutStates: States<Payout["status"]> = {
  awaiting_approval: ["Awaiting approval", "amber"],
  pending: ["Pending", "grey"],
  processing: ["Processing", "blue"],
  succeeded: ["Succeeded", "green"],
  failed: ["Failed", "red"],
  reversed: ["Reversed", "amber"],
  canceled: ["Canceled", "grey"],
};
