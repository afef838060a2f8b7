import { ServiceCheckoutButton } from "@service/react";
import { useEffect, useState } from "react";
import { inNaira } from "../catalogue.ts";

const POLL_MS = 1_000;

export type Order = { id: string; slug: string; title: string; price: number };

/** An order: waiting, with the button at hand, until the shop's server says that the webhook has come. */
export function OrderCard({ order, payOrigin }: { order: Order; payOrigin: string }) {
  const isFulfilled = useFulfilment(order.id);
  return (
    <section className="order">
      <h2>{order.title}</h2>
      <p id="status" role="status" data-status={isFulfilled ? "fulfilled" : "waiting"}>
        {isFulfilled
          ? "Paid. Your book is on its way."
          : "Waiting for your payment. This page changes when it has arrived."}
      </p>
      {!isFulfilled && (
        <ServiceCheckoutButton slug={order.slug} payOrigin={payOrigin}>
          Pay {inNaira(order.price)}
        </ServiceCheckoutButton>
      )}
    </section>
  );
}

function useFulfilment(order: string): boolean {
  const [isFulfilled, setIsFulfilled] = useState(false);
  useEffect(() => {
    if (isFulfilled) return;
    const poll = setInterval(async () => {
      // An answer that got lost is asked for again.
      const response = await fetch(`/orders/${order}/status`).catch(() => undefined);
      const answer = (await response?.json()) as { status: string } | undefined;
      if (answer?.status === "fulfilled") setIsFulfilled(true);
    }, POLL_MS);
    return () => clearInterval(poll);
  }, [order, isFulfilled]);
  return isFulfilled;
}
