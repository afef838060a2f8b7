import { recordProviderNotice, type ProviderNotice } from "../../sql/gateways/provider-notices.ts";
import { referencePattern } from "../../sql/formats/references.ts";
import type { Context } from "../context.ts";

const ourReference = referencePattern("pyt");

/**
 * Records what a provider reported of a transfer. Nothing in it is believed: workers ask the provider about that
 * payout, or a person does where the provider had refused it. A report that fits none is kept for operators, and
 * logged where its reference has the form of ours: somebody may use the account at the provider for other transfers,
 * under references of another form.
 */
export async function recordNoticeOfTransfer(
  { database, log }: Pick<Context, "database" | "log">,
  notice: ProviderNotice,
): Promise<void> {
  const outcome = await recordProviderNotice(database, notice);
  const { provider, reference } = notice;
  if (outcome === "taken") {
    log.error(
      { code: "TRANSFER_REFUSED_AND_TAKEN", provider, payout: reference },
      "the provider reports that it paid what it had refused: needs a person",
    );
  }
  if ((outcome === "unmatched" || outcome === "full") && ourReference.test(reference)) {
    log.warn(
      { code: "NOTICE_UNMATCHED", outcome, provider, payout: reference },
      "a provider reported what fits no payout: see scripts/ops/gateways/unmatched-notices.sql",
    );
  }
}
