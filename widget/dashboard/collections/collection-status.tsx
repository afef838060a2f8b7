import type { Collection } from "../api/types.ts";
import { Badge, type BadgeColour } from "../components/values/badge.tsx";
import { collectionTexts as texts } from "../texts/collections.ts";

const colours: Record<Collection["status"], BadgeColour> = {
  awaiting_payment: "grey",
  confirming: "blue",
  underpaid: "amber",
  succeeded: "green",
  expired: "grey",
  failed: "red",
};

export function CollectionStatus({ status }: Pick<Collection, "status">) {
  return <Badge colour={colours[status]}>{texts.statuses[status]}</Badge>;
}
