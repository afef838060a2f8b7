import type { Service } from "../../../sdk/node/index.ts";
import { until } from "./handle-events.ts";
import { kobo, planned, type Order, type Refund, type Tables } from "./tables.ts";

/** Accepts what pays an order late, and returns everything else that matched none. Waits until it's done. */
export async function decideOnCredits(service: Service, tables: Tables): Promise<void> {
  for (const { reference, status, amount, collection } of tables.credits.values()) {
    if (status !== "waiting") continue;
    const { price, received } = tables.orderOf(collection)!;
    if (received === 0 && amount.value >= price)
      await service.unmatchedCredits.accept(reference, { collection });
    else await service.unmatchedCredits.return(reference);
  }
  await until("the end of every unmatched payment", () =>
    [...tables.credits.values()].every(({ status }) => status === "accepted" || status === "returned"),
  );
}

/** Refunds a part of an order, or all of it. Waits until the buyer has the money. */
export async function refund(service: Service, tables: Tables, order: Order, amount: number): Promise<void> {
  const row: Refund = { ...planned(`refund-of-${order.id}`, amount), order: order.id };
  // Kept before the request: repeated after a crash, it has the same key, and the buyer isn't paid twice.
  tables.refunds.set(row.id, row);
  const { reference } = await service.refunds.create(
    { collection: order.collection!, amount: kobo(amount), reason: "customer_request", note: row.id },
    { idempotencyKey: row.id },
  );
  row.reference = reference;
  await until("the end of the refund", () => row.status !== "pending");
}
