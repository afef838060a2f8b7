import { actionCommands } from "./action.ts";
import { bankCommands } from "./bank.ts";
import type { AdminCommand } from "./command.ts";
import { encryptionCommands } from "./encryption.ts";
import { keyCommands } from "./key.ts";
import { kybCommands } from "./kyb.ts";
import { limitCommands } from "./limit.ts";
import { linkCommands } from "./link.ts";
import { merchantCommands } from "./merchant.ts";
import { originCommands } from "./origin.ts";
import { payoutAccountCommands } from "./payout-account.ts";
import { payoutCommands } from "./payout.ts";
import { reviewerCommands } from "./reviewer.ts";
import { statementCommands } from "./statement.ts";
import { verificationCommands } from "./verification.ts";
import { webhookCommands } from "./webhook.ts";

/** The commands of the operators' CLI, apart from `balance`, which has no verb. */
export const nouns: [name: string, summary: string, verbs: Record<string, AdminCommand>][] = [
  ["merchant", "The businesses that use the service", merchantCommands],
  ["key", "A merchant's API keys", keyCommands],
  ["kyb", "The verification of a merchant's business", kybCommands],
  ["verification", "What businesses say of themselves, and the decisions about it", verificationCommands],
  ["reviewer", "Who decides about businesses in the dashboard", reviewerCommands],
  ["limit", "What a merchant may do at most", limitCommands],
  ["webhook", "Where a merchant's events go", webhookCommands],
  ["origin", "Which pages may embed a merchant's checkout", originCommands],
  ["payout-account", "The bank accounts that a merchant has saved", payoutAccountCommands],
  ["payout", "Payouts that need a person", payoutCommands],
  ["bank", "What providers call the banks", bankCommands],
  ["statement", "What providers say that they moved", statementCommands],
  ["link", "Payment links", linkCommands],
  ["encryption", "The encryption of secrets and identities", encryptionCommands],
  ["action", "What operators did", actionCommands],
];
