import { z } from "zod";

/**
 * Every job there is. Jobs are added by the SQL function enqueue_jobs(), in the transaction that makes them
 * necessary; it also sets their priorities.
 */
export const jobNames = [
  "enquire_name",
  "check_identity",
  "provision_virtual_account",
  "provision_crypto_address",
  "settle_credit",
  "execute_payout",
  "confirm_payout",
  "check_webhook_host",
  "deliver_webhook",
  "deliver_slow_webhook",
] as const;
export type JobName = (typeof jobNames)[number];

/**
 * The payload of every job: the id of the one row that it is about, and nothing more, so that no personal data is
 * in the queue. One version of the service writes it and another reads it: change this as you would change a
 * table.
 */
export const jobPayload = z.object({ id: z.int().positive().transform(BigInt) });
