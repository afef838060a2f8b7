import { MINIMUM_AMOUNT, type Environment } from "../../sql/ledger/money.ts";
import type { LeastAmounts } from "../../workers/gateways/manifest/least-amounts.ts";
import type { Context } from "../context.ts";
import { invalid } from "./problems.ts";

/** The smallest amount, in kobo, that a payout or refund of an environment may have. */
export const leastPayout = ({ config }: Pick<Context, "config">, environment: Environment): bigint =>
  BigInt(environment === "live" ? config.leastLive.payout : MINIMUM_AMOUNT);

type Use = { environment: Environment; operation: keyof LeastAmounts };

/**
 * Raises VALIDATION_ERROR for live amounts, in kobo by field name, that no gateway of this installation accepts.
 * Missing amounts are skipped.
 */
export function requireLeast(
  { config: { leastLive } }: Pick<Context, "config">,
  { environment, operation }: Use,
  amounts: Record<string, bigint | undefined>,
): void {
  if (environment !== "live") return;
  const least = leastLive[operation];
  const small = Object.entries(amounts).filter(([, amount]) => amount !== undefined && amount < least);
  if (small.length > 0)
    throw invalid(
      Object.fromEntries(small.map(([field]) => [field, `must be at least ${least} kobo with a live key`])),
    );
}
