import type { Event } from "../api/types.ts";
import { Badge, type BadgeColour } from "../components/values/badge.tsx";
import { eventTexts as texts } from "../texts/events.ts";

const colours: Record<Event["delivery"]["status"], BadgeColour> = {
  not_sent: "grey",
  pending: "blue",
  delivered: "green",
  held: "amber",
  exhausted: "red",
};

/** How the delivery of an event stands. One that waits after a failure looks like what needs somebody's attention. */
export function DeliveryStatus({ status, attempts }: Pick<Event["delivery"], "status" | "attempts">) {
  if (status === "pending" && attempts > 0) return <Badge colour="amber">{texts.retrying}</Badge>;
  return <Badge colour={colours[status]}>{texts.statuses[status]}</Badge>;
}
