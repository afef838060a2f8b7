import type { JobName } from "../sql/jobs.ts";
import type { TaskFor } from "./context.ts";
import { checkIdentity } from "./identity/check-identity.ts";
import { checkWebhookHost } from "./webhooks/check-webhook-host.ts";
import { confirmPayout } from "./payouts/confirm-payout.ts";
import { deliverSlowWebhook } from "./webhooks/deliver-slow-webhook.ts";
import { deliverWebhook } from "./webhooks/deliver-webhook.ts";
import { enquireName } from "./banks/enquire-name.ts";
import { executePayout } from "./payouts/execute-payout.ts";
import { provisionCryptoAddress } from "./collections/provision-crypto-address.ts";
import { provisionVirtualAccount } from "./collections/provision-virtual-account.ts";
import { settleCollection } from "./collections/settle-credit.ts";

export type TaskEntry<Name extends JobName> = {
  /** The deadline of one run, in milliseconds. */
  limitMs: number;
  runner: "money" | "webhooks" | "slow webhooks";
  task: TaskFor<Name>;
};

/**
 * Below the ten seconds after which a caller is given up on and the health check fails: a provider that answers
 * nobody occupies every slot of the money runner, and must not make the process look dead.
 */
const MONEY_MS = 8_000;
/** A receiver has 15 s for its answer, which then has to be recorded. */
const WEBHOOK_MS = 20_000;

/** Every job there is, and what does it. The compiler refuses a job without a task. */
export const tasks: { [Name in JobName]: TaskEntry<Name> } = {
  enquire_name: { limitMs: MONEY_MS, runner: "money", task: enquireName },
  provision_virtual_account: { limitMs: MONEY_MS, runner: "money", task: provisionVirtualAccount },
  check_identity: { limitMs: MONEY_MS, runner: "money", task: checkIdentity },
  provision_crypto_address: { limitMs: MONEY_MS, runner: "money", task: provisionCryptoAddress },
  execute_payout: { limitMs: MONEY_MS, runner: "money", task: executePayout },
  confirm_payout: { limitMs: MONEY_MS, runner: "money", task: confirmPayout },
  settle_credit: { limitMs: MONEY_MS, runner: "money", task: settleCollection },
  check_webhook_host: { limitMs: MONEY_MS, runner: "money", task: checkWebhookHost },
  deliver_webhook: { limitMs: WEBHOOK_MS, runner: "webhooks", task: deliverWebhook },
  deliver_slow_webhook: { limitMs: WEBHOOK_MS, runner: "slow webhooks", task: deliverSlowWebhook },
};

const namesOf = (runner: TaskEntry<JobName>["runner"]) =>
  (Object.keys(tasks) as JobName[]).filter((name) => tasks[name].runner === runner);

export const moneyTasks = namesOf("money");
export const webhookTasks = namesOf("webhooks");
export const slowWebhookTasks = namesOf("slow webhooks");
