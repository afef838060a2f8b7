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

/** How the delivery of an event stands. One that waits after a failure looks like what needs somebody's attention. */
export function DeliveryStatus({ status, attempts }: Pick<Delivery, "status" | "attempts">) {
  if (status === "pending" && attempts > 0) return <Badge colour="amber">Retrying</Badge>;
  return <State of={deliveryStates[status]} />;
}
