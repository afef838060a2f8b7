import type { Event } from "../api/types.ts";
import { Badge, State, type States } from "../components/values/badge.tsx";

type Delivery = Event["delivery"];

export const deliveryStates: States<Delivery["status"]> = {
  not_sent: ["Not sent", "grey"],
  pending: ["Pending", "blue"],
  delivered: ["Delivered", "green"],
  held: ["Held", "amber"],
  exhausted: ["Failed", "red"],
};

/** An event's delivery status. One that retries after a failure looks like it needs attention. */
export function DeliveryStatus({ status, attempts }: Pick<Delivery, "status" | "attempts">) {
  if (status === "pending" && attempts > 0) return <Badge colour="amber">Retrying</Badge>;
  return <State of={deliveryStates[status]} />;
}
