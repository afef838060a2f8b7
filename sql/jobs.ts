import { z } from "zod";

/**
 * Every job is about one row of the database, and says no more than which: nothing personal ever stands in the queue.
 * Jobs are added by the SQL function enqueue_jobs(), in the transaction that makes them necessary; it also sets their
 * priorities. Written by one version of the service and read by another: change this as you would change a table.
 */
const rowId = z.object({ id: z.int().positive().transform(BigInt) });

export const jobPayloads = {
  enquire_name: rowId,
  check_identity: rowId,
  provision_virtual_account: rowId,
  provision_crypto_address: rowId,
  settle_credit: rowId,
  execute_payout: rowId,
  confirm_payout: rowId,
  check_webhook_host: rowId,
  deliver_webhook: rowId,
  deliver_slow_webhook: rowId,
};

export type JobName = keyof typeof jobPayloads;
export type JobPayload<Name extends JobName> = z.output<(typeof jobPayloads)[Name]>;
