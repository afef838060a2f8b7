import { createBatches } from "../../sql/batches.ts";
import type { Database } from "../../sql/database.ts";
import { LONGEST_LINE } from "../../sql/fair-queue.ts";
import {
  acceptPayouts,
  acceptPayoutsWithoutWaiting,
  type PayoutDecision,
  type PayoutRequest,
} from "../../sql/queries/payouts.ts";
import type { Context } from "../context.ts";

export type PayoutBatches = {
  /** Decides a request, together with others that come meanwhile. */
  accept(context: Pick<Context, "database" | "deadline">, request: PayoutRequest): Promise<PayoutDecision>;
};

/** 32 payouts in one call cost PostgreSQL six times what one costs. A call of more delays the first. */
const MOST = 32;

/**
 * Payouts that come together share a call and a connection, also those of different merchants. Such a call waits for
 * nobody's lock. Where a merchant's balance is held by another transaction, the merchant's payouts wait for it in a
 * line of their own, and so do those that it sends until that line is empty: they delay nobody else. Merchants take
 * turns in the shared line. Test and live are never mixed.
 */
export function createPayoutBatches(writes: Database): PayoutBatches {
  type Item = { context: Pick<Context, "database" | "deadline">; request: PayoutRequest };
  const rules = { most: MOST, mostWaiting: LONGEST_LINE };
  const requestsOf = (items: Item[]) => items.map(({ request }) => request);

  const shared = createBatches({
    ...rules,
    call: (items: Item[]) => {
      const deadline = Math.max(...items.map(({ context }) => context.deadline));
      // A connection for these: no merchant's others can use it up.
      const user = `payouts ${items[0]!.request.environment}`;
      return acceptPayoutsWithoutWaiting(
        writes.for({ owner: user, group: user, deadline }),
        requestsOf(items),
      );
    },
  });
  const own = createBatches({
    ...rules,
    // The last has the most time left, and the same share of the connections.
    call: (items: Item[]) => acceptPayouts(items.at(-1)!.context.database, requestsOf(items)),
  });

  return {
    async accept(context, request) {
      const merchant = `${request.merchantId} ${request.environment}`;
      const item = { context, request };
      if (!own.isUnderWay(merchant)) {
        const place = { line: request.environment, owner: merchant };
        const decision = await shared.add(place, item, context.deadline);
        if (decision.outcome !== "busy") return decision;
      }
      return own.add({ line: merchant, owner: merchant }, item, context.deadline);
    },
  };
}
