import type { Event } from "../api/types.ts";
import { Badge, type BadgeColour } from "../components/badge.tsx";
import { eventTexts as texts } from "../texts/events.ts";

type Status = Event["delivery"]["status"];

const colours: Record<Status, BadgeColour> = {
  not_sent: "grey",
  pending: "blue",
  delivered: "green",
  held: "amber",
  exhausted: "red",
};

/** How the delivery of an event stands. */
export function DeliveryStatus({ status }: { status: Status }) {
  return <Badge colour={colours[status]}>{texts.statuses[status]}</Badge>;
}
