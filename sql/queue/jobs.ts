import { z } from "zod";
import { storedTraceId } from "../process/tracing/trace.ts";
import { environments, type Environment } from "../ledger/money.ts";

/**
 * Every job there is, by class of work. Each class has queues and workers of its own, so that none waits for another:
 * what a caller waits for, money, webhooks, webhooks to receivers that respond slowly, and mails.
 *
 * Jobs are added by the SQL function enqueue_jobs(), in the transaction that makes them necessary. It finds the queue
 * by job_queue(), which says the same as this.
 */
export const jobClasses = {
  lookups: [
    "enquire_name",
    "check_identity",
    "provision_virtual_account",
    "provision_crypto_address",
    "check_webhook_host",
  ],
  money: ["settle_credit", "execute_payout", "confirm_payout", "confirm_credit", "poll_account"],
  webhooks: ["deliver_webhook"],
  slow_webhooks: ["deliver_slow_webhook"],
  mails: ["send_mail"],
} as const;

export type JobClass = keyof typeof jobClasses;
export type JobName = (typeof jobClasses)[JobClass][number];

export const jobNames: readonly JobName[] = Object.values(jobClasses).flat();

/** The jobs of one class in one environment. Its name is that of its schema, which is graphile-worker's. */
export type Queue = { name: string; environment: Environment; jobClass: JobClass };

/** Mails belong to no environment and go with the live ones. */
export const queues: readonly Queue[] = environments.flatMap((environment) =>
  (Object.keys(jobClasses) as JobClass[])
    .filter((jobClass) => jobClass !== "mails" || environment === "live")
    .map((jobClass) => ({ name: `queue_${environment}_${jobClass}`, environment, jobClass })),
);

/** Notifications of jobs that can be taken: the queue's name, how many, and a number that makes equal ones differ. */
export const JOBS_CHANNEL = "jobs";

/**
 * The payload of every job: the id of the one row that it is about, and the trace of the request or job that wrote the
 * row. Nothing more, so that no personal data is in the queue. One version of the service writes it and another reads
 * it: change this as you would change a table.
 */
export const jobPayload = z.object({
  id: z.int().positive().transform(BigInt),
  // No job fails because of its trace.
  trace: storedTraceId.optional().catch(undefined),
});
