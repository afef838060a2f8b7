import type { ProviderCredit } from "../../sql/gateways/credit-notices.ts";
import type { CreditResult } from "./gateway.ts";

/** What a provider's transaction status means for money that may have come in. */
export type CreditMeaning = "received" | "pending" | "no_money" | "taken_back";

/**
 * Returns the result of a transaction. `meaning`: undefined for an undocumented status.
 *
 * Money that was taken back needs a person: nothing here takes it from a merchant. So do payments by other means than a
 * transfer: anyone with the business's public key can pay by card under a reference of their own, and a bank can take
 * that back.
 */
export function creditResult(
  meaning: CreditMeaning | undefined,
  isTransfer: boolean,
  money: Omit<ProviderCredit, "kind">,
): CreditResult {
  const unclear = { kind: "unknown", forOperator: "CREDIT_STATUS_UNKNOWN" } as const;
  switch (meaning) {
    case "received":
      if (!isTransfer) return { ...unclear, reason: "money that was not paid by transfer" };
      return money.amount > 0n
        ? { kind: "received", ...money }
        : { kind: "unknown", reason: "money without an amount" };
    case "pending":
    case "no_money":
      return { kind: meaning };
    case "taken_back":
      return { kind: "unknown", reason: "money that was taken back", forOperator: "CREDIT_REVERSED" };
    case undefined:
      return { ...unclear, reason: "a status that no document names" };
  }
}
