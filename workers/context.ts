import type { Logger } from "pino";
import type { MasterKeys } from "../sql/process/encryption/encryption.ts";
import type { Connection } from "../sql/process/database.ts";
import type { Gateways } from "./gateways/create-gateways.ts";
import type { SendMail } from "./mails/create-send-mail.ts";
import type { NameEnquiryCalls } from "./banks/name-enquiry-calls.ts";
import type { PayoutCalls } from "./payouts/payout-calls.ts";
import type { CrashPoint } from "./queue/crash-point.ts";
import type { DeliveryBatches } from "./webhooks/delivery-batches.ts";
import type { WebhookGuard } from "./webhooks/resolve-host.ts";
import type { SendWebhook } from "./webhooks/send-webhook.ts";

/** What the tasks of a queue share. */
export type QueueContext = {
  database: Connection;
  /** Claims and finishes payouts, those of several tasks in one call. */
  payoutCalls: PayoutCalls;
  /** Reads and finishes name enquiries, those of several tasks in one call. */
  nameEnquiryCalls: NameEnquiryCalls;
  /** The id of this process in worker_processes. */
  workerId: bigint;
  /** The sandbox for test rows, and the live gateways. */
  gateways: Gateways;
  sendWebhook: SendWebhook;
  /** Claims and records the deliveries of this queue, several in a call. */
  deliveries: DeliveryBatches;
  /** Where webhooks may go. */
  webhookGuard: WebhookGuard;
  sendMail: SendMail;
  /** Where people reach the dashboard: the links in mails begin with it. */
  publicUrl: string;
  /** Decrypts what sql/process/encryption/encryption.ts encrypted. */
  encryptionKeys: MasterKeys;
  /** How long a caller waits for a result, in milliseconds. */
  responseTimeoutMs: number;
  /** Kills this process here if a test requested it. */
  crashPoint: (point: CrashPoint) => void;
  logger: Logger;
};

/** What one run of a task may use. Its signal aborts at its deadline, and when a shutdown has waited long enough. */
export type TaskContext = QueueContext & { signal: AbortSignal };

/**
 * Runs one job for the row with this id. It may run more than once, even while an earlier run that was assumed dead
 * continues.
 */
export type Task = (context: TaskContext, id: bigint) => Promise<void>;
