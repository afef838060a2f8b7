import type { Payout } from "../api/types.ts";
import { Badge, type BadgeColour } from "../components/values/badge.tsx";
import { payoutTexts as texts } from "../texts/payouts.ts";

const colours: Record<Payout["status"], BadgeColour> = {
  pending: "grey",
  processing: "blue",
  succeeded: "green",
  failed: "red",
  reversed: "amber",
  canceled: "grey",
};

export function PayoutStatus({ status }: Pick<Payout, "status">) {
  return <Badge colour={colours[status]}>{texts.statuses[status]}</Badge>;
}
