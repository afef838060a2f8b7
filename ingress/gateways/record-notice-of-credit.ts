import { recordCreditNotice, type CreditNotice } from "../../sql/gateways/credit-notices.ts";
import type { Context } from "../context.ts";

/**
 * Records that a provider reported money for one of our accounts. The notice only triggers a poll: workers book the
 * provider's answer about that transaction.
 */
export async function recordNoticeOfCredit(
  { database, log }: Pick<Context, "database" | "log">,
  notice: CreditNotice,
): Promise<void> {
  const outcome = await recordCreditNotice(database, notice);
  if (outcome === "full") {
    const { gateway, transaction } = notice;
    log.error(
      { code: "CREDIT_NOTICES_FULL", gateway, transaction },
      "too many reports of money for accounts that nobody has: ask the provider about this one",
    );
  }
}
