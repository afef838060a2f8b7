import type { Logger } from "pino";
import type { Environment } from "../sql/ledger/money.ts";
import type { MasterKeys } from "../sql/crypto/encryption.ts";
import type { Connection } from "../sql/database.ts";
import type { JobName, JobPayload } from "../sql/jobs.ts";
import type { CrashPoint } from "./queue/crash-point.ts";
import type { Gateway } from "./gateways/gateway.ts";
import type { WebhookGuard } from "./webhooks/resolve-host.ts";
import type { SendWebhook } from "./webhooks/send-webhook.ts";

/** What tasks may use. */
export type TaskContext = {
  database: Connection;
  /** This process, among those of worker_processes. */
  workerId: bigint;
  gatewayFor: (environment: Environment) => Gateway;
  sendWebhook: SendWebhook;
  /** Where webhooks may go. */
  webhookGuard: WebhookGuard;
  /** Decrypts what sql/crypto/encryption.ts encrypted. */
  encryptionKeys: MasterKeys;
  crashPoint: (point: CrashPoint) => void;
  logger: Logger;
};

/** One run of one job. The signal aborts at the task's deadline and when a shutdown has waited long enough. */
export type Run = { signal: AbortSignal };

export type TaskFor<Name extends JobName> = (
  context: TaskContext,
) => (payload: JobPayload<Name>, run: Run) => Promise<void>;
