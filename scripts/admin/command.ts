import { z } from "zod";
import type { MasterKeys } from "../../sql/crypto/encryption.ts";
import { environments, type Environment } from "../../sql/ledger/money.ts";
import type { WebhookUrlRules } from "../../sql/webhooks/url.ts";
import type { Database } from "../../sql/database.ts";
import { findMerchant, type Merchant } from "../../sql/queries/merchants.ts";
import type { Tenant } from "../../sql/queries/tenant.ts";

/** What commands may use. */
export type AdminContext = {
  database: Database;
  encryptionKeys: () => Promise<MasterKeys>;
  /** Whether the environment names a live gateway. Raises where its settings are incomplete or wrong. */
  hasLiveGateway: () => Promise<boolean>;
  webhookUrlRules: WebhookUrlRules;
};

/** One command of the CLI: the flags it takes (a list where one may be repeated) and what it does. */
export type Command<Flags extends z.ZodObject = z.ZodObject> = {
  flags: Flags;
  run: (context: AdminContext, flags: z.output<Flags>) => Promise<object>;
};

/** Ties the type of `run` to the flags. */
export function command<Flags extends z.ZodObject>(definition: Command<Flags>): Command {
  return definition as unknown as Command;
}

/** A command that cannot be carried out; printed as {"error":{code,message}}. */
export class AdminError extends Error {
  override name = "AdminError";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export const environmentFlag = oneOfFlag(environments);
export const merchantFlag = z.string().regex(/^mer_/, "must be a merchant's reference, mer_...");

/** A flag that takes one of a few words. */
export function oneOfFlag<const Values extends readonly string[]>(values: Values) {
  return z.enum(values, { error: `must be ${values.slice(0, -1).join(", ")} or ${values.at(-1)}` });
}

/** A flag that takes a whole number in plain digits, within bounds. */
export function wholeNumberFlag(from: number, upTo: number, of: string) {
  const error = `must be a whole number of ${of} from ${from} to ${upTo}`;
  return z
    .string()
    .regex(/^\d{1,16}$/, { error })
    .transform(Number)
    .refine((number) => number >= from && number <= upTo, { error });
}

/** The merchant that a command is about. Raises NOT_FOUND. */
export async function requireMerchant({ database }: AdminContext, reference: string): Promise<Merchant> {
  const merchant = await findMerchant(database, reference);
  if (merchant === null) throw new AdminError("NOT_FOUND", `there is no merchant ${reference}`);
  return merchant;
}

/** The merchant and environment that a command is about. Raises NOT_FOUND. */
export async function requireTenant(
  context: AdminContext,
  { merchant, environment }: { merchant: string; environment: Environment },
): Promise<Tenant> {
  return { merchantId: (await requireMerchant(context, merchant)).id, environment };
}
