import type { Collection } from "../api/types.ts";
import { State, type States } from "../components/values/badge.tsx";

export const collectionStates: States<Collection["status"]> = {
  awaiting_payment: ["Awaiting payment", "grey"],
  confirming: ["Confirming", "blue"],
  underpaid: ["Underpaid", "amber"],
  succeeded: ["Succeeded", "green"],
  expired: ["Expired", "grey"],
  failed: ["Failed", "red"],
};

export const CollectionStatus = ({ status }: Pick<Collection, "status">) => (
  <State of={collectionStates[status]} />
);
