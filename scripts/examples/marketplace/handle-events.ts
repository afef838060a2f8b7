import { setTimeout as sleep } from "node:timers/promises";
import type { Service } from "../../../sdk/node/index.ts";
import type { WebhookEvent } from "../../../sdk/node/webhooks-node.ts";
import type { Payout, Refund, Tables } from "./tables.ts";

const POLL_MS = 250;
const COMES_WITHIN_MS = 120_000;

/** Returns what writes a verified event into our tables. What isn't ours, or is no news, changes nothing. */
export function handleEvents(service: Service, tables: Tables): (event: WebhookEvent) => Promise<void> {
  // In a database: `insert … on conflict do nothing`, in the transaction of the change.
  const handled = new Set<string>();
  return async (event) => {
    if (handled.has(event.id)) return;
    switch (event.type) {
      case "collection.success": {
        const order = tables.orders.get(event.data.merchantReference ?? "");
        if (order !== undefined) order.received = event.data.amountReceived.value;
        break;
      }
      case "credit.unmatched":
      case "credit.accepted":
      case "credit.returned": {
        // It can wait again, if its return fails. Events can come in another order, so we ask how it stands.
        const credit = await service.unmatchedCredits.get(event.data.reference);
        if (tables.orderOf(credit.collection) === undefined) break;
        tables.credits.set(credit.reference, { fee: 0, ...tables.credits.get(credit.reference), ...credit });
        break;
      }
      case "refund.succeeded":
      case "refund.failed":
      case "refund.reversed": {
        const credit = tables.credits.get(event.data.unmatchedCredit ?? "");
        if (credit !== undefined) credit.fee = event.data.fee.value;
        update(tables.refunds.get(event.data.note ?? ""), event.data);
        break;
      }
      case "payout.succeeded":
      case "payout.failed":
      case "payout.reversed":
        update(tables.payouts.get(event.data.merchantReference ?? ""), event.data);
    }
    // Only now: if something failed above, the event comes again.
    handled.add(event.id);
  };
}

type News = Pick<Payout, "status" | "updatedAt"> & { reference: string; fee: { value: number } };

function update(row: Payout | Refund | undefined, { reference, status, fee, updatedAt }: News): void {
  // "succeeded" can come after "reversed", which came after it.
  if (row === undefined || updatedAt < row.updatedAt) return;
  Object.assign(row, { reference, status, fee: fee.value, updatedAt });
}

/** Waits until a condition holds. After two minutes it raises an Error that says for what. */
export async function until(what: string, isMet: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + COMES_WITHIN_MS;
  while (!(await isMet())) {
    if (Date.now() > deadline) throw new Error(`Waited two minutes for ${what}.`);
    await sleep(POLL_MS);
  }
}
