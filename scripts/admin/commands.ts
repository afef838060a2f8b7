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
import { statementCommands } from "./statement.ts";
import { verificationCommands } from "./verification.ts";
import { webhookCommands } from "./webhook.ts";

/** The commands of the operators' CLI, except `balance`, which has no verb. */
export const nouns: [name: string, summary: string, verbs: Record<string, AdminCommand>][] = [
  ["merchant", "Merchants", merchantCommands],
  ["key", "A merchant's API keys", keyCommands],
  ["kyb", "The verification of a merchant's business", kybCommands],
  ["verification", "Business verifications", verificationCommands],
  ["limit", "A merchant's limits", limitCommands],
  ["webhook", "Webhook endpoints", webhookCommands],
  ["origin", "Origins allowed to embed the checkout", originCommands],
  ["payout-account", "Saved payout accounts", payoutAccountCommands],
  ["payout", "Payouts that need a person", payoutCommands],
  ["bank", "Providers' bank codes", bankCommands],
  ["statement", "Providers' statements", statementCommands],
  ["link", "Payment links", linkCommands],
  ["encryption", "The encryption of secrets and identities", encryptionCommands],
];
