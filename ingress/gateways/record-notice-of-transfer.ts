import { recordProviderNotice, type ProviderNotice } from "../../sql/gateways/provider-notices.ts";
import { referencePattern } from "../../sql/formats/references.ts";
import type { Context } from "../context.ts";

const ourReferences = [referencePattern("pyt"), referencePattern("rfd")];

/**
 * Records a provider's notice about a transfer. It only triggers a poll of that payout, or a person's review if the
 * provider had refused it. A notice that matches no payout is kept for operators, and logged if its reference has our
 * format: the provider account may be used for other transfers, with references in another format.
 */
export async function recordNoticeOfTransfer(
  { database, log }: Pick<Context, "database" | "log">,
  notice: ProviderNotice,
): Promise<void> {
  const outcome = await recordProviderNotice(database, notice);
  const { gateway, reference } = notice;
  if (outcome === "accepted_despite_refusal") {
    log.error(
      { code: "TRANSFER_ACCEPTED_DESPITE_REFUSAL", gateway, payout: reference },
      "the provider reports that it paid what it had refused: needs a person",
    );
  }
  if ((outcome === "unmatched" || outcome === "full") && ourReferences.some((ours) => ours.test(reference))) {
    log.warn(
      { code: "NOTICE_UNMATCHED", outcome, gateway, payout: reference },
      "a provider reported what fits no payout: see scripts/ops/gateways/unmatched-notices.sql",
    );
  }
}
