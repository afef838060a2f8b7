import { z } from "zod";
import type { MasterKeys } from "../../sql/crypto/encryption.ts";
import { environments, type Environment } from "../../sql/ledger/money.ts";
import type { WebhookUrlRules } from "../../sql/webhooks/url.ts";
import type { Database } from "../../sql/database.ts";
import { findMerchant, type Merchant } from "../../sql/queries/merchants.ts";
import type { Tenant } from "../../sql/queries/tenant.ts";
import { CliError } from "../cli/cli-error.ts";
import { oneOfFlag, parseFlags } from "../cli/flags.ts";

/** What commands may use. */
export type AdminContext = {
  database: Database;
  encryptionKeys: () => Promise<MasterKeys>;
  /** Whether the environment names a live gateway. Raises where its settings are incomplete or wrong. */
  hasLiveGateway: () => Promise<boolean>;
  webhookUrlRules: WebhookUrlRules;
};

/** One command of the CLI. `prepare` checks the flags before any connection; what it returns does the work. */
export type AdminCommand = {
  summary: string;
  flags: z.ZodObject;
  prepare: (values: Record<string, unknown>) => (context: AdminContext) => Promise<object>;
};

/** Defines a command: a line of help, the flags it takes (a list where one may be repeated) and what it does. */
export function command<Flags extends z.ZodObject>(definition: {
  summary: string;
  flags: Flags;
  run: (context: AdminContext, flags: z.output<Flags>) => Promise<object>;
}): AdminCommand {
  const { summary, flags, run } = definition;
  return {
    summary,
    flags,
    prepare: (values) => {
      const parsed = parseFlags(flags, values);
      return (context) => run(context, parsed);
    },
  };
}

export const environmentFlag = oneOfFlag(environments).describe("which of the merchant's two environments");
export const merchantFlag = z
  .string()
  .regex(/^mer_/, "must be a merchant's reference, mer_...")
  .describe("the merchant's reference, mer_...");

/** The flags of commands about one merchant in one environment. */
export const tenantFlags = { merchant: merchantFlag, environment: environmentFlag };

/** The merchant that a command is about. Raises NOT_FOUND. */
export async function requireMerchant({ database }: AdminContext, reference: string): Promise<Merchant> {
  const merchant = await findMerchant(database, reference);
  if (merchant === null) throw new CliError("NOT_FOUND", `there is no merchant ${reference}`);
  return merchant;
}

/** The merchant and environment that a command is about. Raises NOT_FOUND. */
export async function requireTenant(
  context: AdminContext,
  { merchant, environment }: { merchant: string; environment: Environment },
): Promise<Tenant> {
  return { merchantId: (await requireMerchant(context, merchant)).id, environment };
}
