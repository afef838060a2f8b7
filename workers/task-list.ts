import { jobNames, type JobName } from "../sql/jobs.ts";
import { enquireName } from "./banks/enquire-name.ts";
import { provisionCryptoAddress } from "./collections/provision-crypto-address.ts";
import { provisionVirtualAccount } from "./collections/provision-virtual-account.ts";
import { settleCredit } from "./collections/settle-credit.ts";
import type { Task } from "./context.ts";
import { checkIdentity } from "./identity/check-identity.ts";
import { confirmPayout } from "./payouts/confirm-payout.ts";
import { executePayout } from "./payouts/execute-payout.ts";
import { checkWebhookHost } from "./webhooks/check-webhook-host.ts";
import { deliverSlowWebhook, deliverWebhook } from "./webhooks/deliver-webhook.ts";

/** Which of the process's runners takes a job. */
export type RunnerName = "money" | "webhooks" | "slow webhooks";

type TaskEntry = {
  task: Task;
  runner: RunnerName;
  /** The deadline of one run, in milliseconds. */
  limitMs: number;
};

/**
 * Less than ten seconds, after which callers get no result and the health check fails: a provider that does not
 * respond can occupy every slot of the money runner, and must not make the process look dead.
 */
const MONEY_MS = 8_000;
/** A receiver has 15 s for its response, which then has to be recorded. */
const WEBHOOK_MS = 20_000;

/** Every job and the task that does it. The compiler refuses a job without a task. */
export const tasks: Record<JobName, TaskEntry> = {
  enquire_name: { task: enquireName, runner: "money", limitMs: MONEY_MS },
  check_identity: { task: checkIdentity, runner: "money", limitMs: MONEY_MS },
  provision_virtual_account: { task: provisionVirtualAccount, runner: "money", limitMs: MONEY_MS },
  provision_crypto_address: { task: provisionCryptoAddress, runner: "money", limitMs: MONEY_MS },
  settle_credit: { task: settleCredit, runner: "money", limitMs: MONEY_MS },
  execute_payout: { task: executePayout, runner: "money", limitMs: MONEY_MS },
  confirm_payout: { task: confirmPayout, runner: "money", limitMs: MONEY_MS },
  check_webhook_host: { task: checkWebhookHost, runner: "money", limitMs: MONEY_MS },
  deliver_webhook: { task: deliverWebhook, runner: "webhooks", limitMs: WEBHOOK_MS },
  deliver_slow_webhook: { task: deliverSlowWebhook, runner: "slow webhooks", limitMs: WEBHOOK_MS },
};

/** The jobs that a runner takes. */
export function jobsOf(runner: RunnerName): JobName[] {
  return jobNames.filter((name) => tasks[name].runner === runner);
}
