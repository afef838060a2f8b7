import { LONGEST_QUEUE } from "../../sql/process/connections/fair-queue.ts";
import type { Database } from "../../sql/process/database.ts";
import { acceptPayouts, type PayoutDecision, type PayoutRequest } from "../../sql/payouts/payouts.ts";
import { shareCalls } from "../../sql/process/batching/share-calls.ts";
import { presentPlace } from "../../sql/process/tracing/trace.ts";

/**
 * Concurrent payouts share a call and a connection, also those of different merchants, which are served round robin. If
 * another transaction has locked a merchant's balance, only that merchant's payouts wait for it. Test and live are
 * never mixed.
 */
export function createPayoutBatches(writes: Database) {
  const add = shareCalls({
    name: "accept_payouts",
    /** 32 payouts in one call cost PostgreSQL six times as much as one. Larger calls delay the first. */
    most: 32,
    mostWaiting: LONGEST_QUEUE,
    queueOf: ({ environment }: PayoutRequest) => environment,
    ownerOf: ({ merchantId, environment }: PayoutRequest) => `${merchantId} ${environment}`,
    call: (requests, waits, times) => {
      const { merchantId, environment } = requests[0]!;
      // Shared calls count as a user of their own, so that no merchant can use up their connections.
      const owner = waits ? `merchant ${merchantId}` : `payouts ${environment}`;
      const connection = writes.for({ owner, group: waits ? environment : owner, ...times });
      return acceptPayouts(connection, requests, waits);
    },
  });
  return {
    /** Decides a request, together with concurrent ones. */
    accept: ({ deadline }: { deadline: number }, request: PayoutRequest): Promise<PayoutDecision> =>
      add({ ...request, traceId: presentPlace()?.traceId }, deadline),
  };
}

export type PayoutBatches = ReturnType<typeof createPayoutBatches>;
