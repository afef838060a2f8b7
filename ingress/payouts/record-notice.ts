import { recordProviderNotice, type ProviderNotice } from "../../sql/queries/provider-notices.ts";
import { referencePattern } from "../../sql/references.ts";
import type { Context } from "../context.ts";

const ourReference = referencePattern("pyt");

/**
 * Records what a provider reported of a transfer. Nothing in it is believed: workers ask the provider about that
 * payout. A report that fits none is kept for operators, and logged where its reference has the form of ours: somebody
 * may use the account at the provider for other transfers, under references of another form.
 */
export async function recordNotice(
  { database, log }: Pick<Context, "database" | "log">,
  notice: ProviderNotice,
): Promise<void> {
  const outcome = await recordProviderNotice(database, notice);
  const { provider, reference } = notice;
  if ((outcome === "unmatched" || outcome === "full") && ourReference.test(reference)) {
    log.warn(
      { code: "NOTICE_UNMATCHED", outcome, provider, payout: reference },
      "a provider reported what fits no payout: see scripts/ops/unmatched-notices.sql",
    );
  }
}
