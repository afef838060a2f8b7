import { z } from "zod";
import type { MasterKeys } from "../../sql/process/encryption/encryption.ts";
import { environments, type Environment } from "../../sql/ledger/money.ts";
import type { WebhookUrlRules } from "../../sql/webhooks/endpoints/url.ts";
import type { Connection } from "../../sql/process/database.ts";
import { findMerchant, type Merchant } from "../../sql/merchants/merchants.ts";
import type { Acting } from "../../sql/audit-log/acting.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { CliError } from "../cli/cli-error.ts";
import { actingFlags, oneOfFlag, parseFlags } from "../cli/flags.ts";

/** What commands use. */
export type AdminContext = {
  database: Connection;
  /** Who runs the command and why, for the audit log. */
  acting: Acting;
  encryptionKeys: () => Promise<MasterKeys>;
  /** Whether the environment names a live gateway. Raises if its settings are incomplete or wrong. */
  hasLiveGateway: () => Promise<boolean>;
  webhookUrlRules: WebhookUrlRules;
};

/** One command of the CLI. `prepare` checks the flags before any connection; what it returns does the work. */
export type AdminCommand = {
  summary: string;
  /** Whether it changes anything. If so, the audit log has each change; if not, it cannot. */
  writes: boolean;
  flags: z.ZodObject;
  prepare: (values: Record<string, unknown>) => {
    acting: Acting;
    run: (context: AdminContext) => Promise<object>;
  };
};

/** The reason for a command; one that requires a reason takes this among its own flags. */
export const reasonFlag = actingFlags.reason.unwrap();

const parsedActing = z
  .object({ operator: z.string().optional(), reason: z.string().optional() })
  .transform(({ operator, reason }): Acting => ({
    ...(operator === undefined ? {} : { actor: operator }),
    ...(reason === undefined ? {} : { reason }),
  }));

/** Defines a command: its help, its flags (a list for repeatable ones) and its work. */
export function command<Flags extends z.ZodObject>(definition: {
  summary: string;
  writes: boolean;
  flags: Flags;
  run: (context: AdminContext, flags: z.output<Flags>) => Promise<object>;
}): AdminCommand {
  const { summary, writes, run } = definition;
  const flags = writes
    ? z.object({ ...definition.flags.shape, ...actingFlags, ...definition.flags.shape })
    : definition.flags;
  return {
    summary,
    writes,
    flags,
    prepare: (values) => {
      const acting = parsedActing.parse(parseFlags(flags, values));
      const parsed = parseFlags(definition.flags, values);
      return { acting, run: (context) => run(context, parsed) };
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
