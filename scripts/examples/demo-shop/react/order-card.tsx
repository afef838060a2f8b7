import { ServiceCheckoutButton, type CheckoutError } from "@service/react";
import { useEffect, useState } from "react";
import { describeStatus } from "../browser/describe-status.js";
import { followOrder } from "../browser/follow-order.js";
import { inNaira } from "../catalogue.ts";

export type Order = { id: string; slug: string; title: string; price: number };

type Props = {
  order: Order;
  payOrigin: string;
  onSuccess: () => void;
  onError: (error: CheckoutError) => void;
};

/** An order: waiting, with the button available, until the shop's server has the webhook. */
export function OrderCard({ order, ...checkout }: Props) {
  const [status, setStatus] = useState<"waiting" | "fulfilled" | "unknown">("waiting");
  useEffect(() => followOrder(order.id, setStatus), [order.id]);
  return (
    <section className="order">
      <h2>{order.title}</h2>
      <p id="status" role="status" data-status={status}>
        {describeStatus(status)}
      </p>
      {/* Hidden, not removed: removing it would close the checkout while the payer reads the receipt. */}
      <ServiceCheckoutButton slug={order.slug} hidden={status !== "waiting"} {...checkout}>
        Pay {inNaira(order.price)}
      </ServiceCheckoutButton>
    </section>
  );
}
