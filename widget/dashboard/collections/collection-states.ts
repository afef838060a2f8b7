import type { Collection } from "../api/types.ts";
import type { States } from "../components/values/badge.tsx";

export const collectionStates: States<Collection["status"]> = {
  awaiting_payment: ["Awaiting payment", "grey"],
  confirming: ["Confirming", "blue"],
  underpaid: ["Underpaid", "amber"],
  succeeded: ["Succeeded", "green"],
  expired: ["Expired", "grey"],
  failed: ["Failed", "red"],
};
