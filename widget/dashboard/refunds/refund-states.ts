import type { Refund } from "../api/types.ts";
import type { States } from "../components/values/badge.tsx";
import { payoutStates } from "../payouts/payout-states.ts";

export const refundStates: States<Refund["status"]> = {
  needs_destination: ["Needs an account", "amber"],
  ...payoutStates,
};
