import { accessGuards } from "./guards/access.ts";
import { bookGuards } from "./guards/books.ts";
import { creditGuards } from "./guards/credits.ts";
import { moneyGuards } from "./guards/money.ts";
import { payoutBatchGuards } from "./guards/payout-batches.ts";
import { payoutGuards } from "./guards/payouts.ts";
import { peopleGuards } from "./guards/people.ts";
import { queueGuards } from "./guards/queue.ts";
import { approvalGuards } from "./guards/approvals.ts";
import { refundGuards } from "./guards/refunds.ts";
import { sdkGuards } from "./guards/sdk.ts";
import { takenBackGuards } from "./guards/taken-back.ts";
import { webhookGuards } from "./guards/webhooks.ts";
import type { Guard } from "./guards/guard.ts";

/** Every lock, fence, state predicate, constraint, right, signature, origin check and SSRF check that a test proves. */
export const guards: readonly Guard[] = [
  ...payoutGuards,
  ...payoutBatchGuards,
  ...approvalGuards,
  ...refundGuards,
  ...creditGuards,
  ...takenBackGuards,
  ...moneyGuards,
  ...bookGuards,
  ...accessGuards,
  ...peopleGuards,
  ...webhookGuards,
  ...sdkGuards,
  ...queueGuards,
];
