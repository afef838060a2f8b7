import type { JobName } from "../sql/queue/jobs.ts";
import { enquireName } from "./banks/enquire-name.ts";
import { pollAccount } from "./collections/poll-account.ts";
import { confirmCredit } from "./collections/confirm-credit.ts";
import { provisionCryptoAddress } from "./collections/provision-crypto-address.ts";
import { provisionVirtualAccount } from "./collections/provision-virtual-account.ts";
import { settleCredit } from "./collections/settle-credit.ts";
import type { Task } from "./context.ts";
import { checkIdentity } from "./identity/check-identity.ts";
import { confirmPayout } from "./payouts/confirm-payout.ts";
import { executePayout } from "./payouts/execute-payout.ts";
import { sendMail } from "./mails/send-mail.ts";
import { checkWebhookHost } from "./webhooks/check-webhook-host.ts";
import { deliverWebhook } from "./webhooks/deliver-webhook.ts";

type TaskEntry = {
  task: Task;
  /** The deadline of one run, in milliseconds. */
  limitMs: number;
};

/** Less than ten seconds, after which callers get no result and the health check fails. */
const LOOKUP_MS = 8_000;
/** The provider has 20 s. The caller gets an error before that, and a late answer is kept for the next one. */
const IDENTITY_MS = 22_000;
const MONEY_MS = 8_000;
/** A receiver has 15 s for its response, which then has to be recorded. */
const WEBHOOK_MS = 20_000;
/** A mail server that delays strangers for a while still gets its mail. */
const MAIL_MS = 30_000;

/** Every job and the task that does it. The compiler refuses a job without a task. */
export const tasks: Record<JobName, TaskEntry> = {
  enquire_name: { task: enquireName, limitMs: LOOKUP_MS },
  check_identity: { task: checkIdentity, limitMs: IDENTITY_MS },
  provision_virtual_account: { task: provisionVirtualAccount, limitMs: LOOKUP_MS },
  provision_crypto_address: { task: provisionCryptoAddress, limitMs: LOOKUP_MS },
  check_webhook_host: { task: checkWebhookHost, limitMs: LOOKUP_MS },
  settle_credit: { task: settleCredit, limitMs: MONEY_MS },
  confirm_credit: { task: confirmCredit, limitMs: MONEY_MS },
  poll_account: { task: pollAccount, limitMs: MONEY_MS },
  execute_payout: { task: executePayout, limitMs: MONEY_MS },
  confirm_payout: { task: confirmPayout, limitMs: MONEY_MS },
  deliver_webhook: { task: deliverWebhook, limitMs: WEBHOOK_MS },
  deliver_slow_webhook: { task: deliverWebhook, limitMs: WEBHOOK_MS },
  send_mail: { task: sendMail, limitMs: MAIL_MS },
};
