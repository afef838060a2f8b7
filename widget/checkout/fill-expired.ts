import { formatMoney } from "./money.ts";
import { setText, showPart } from "./page.ts";
import type { Session } from "./session.ts";

/** Fills in what the payer reads once the transfer window has lapsed. */
export function fillExpired({ amount, amountReceived, reference }: Session): void {
  const hasReceived = amountReceived.value > 0;
  setText("expiredReceived", formatMoney(amountReceived));
  setText("expiredAmount", formatMoney(amount));
  setText("expiredReference", reference ?? "");
  showPart("expired-unpaid", !hasReceived);
  showPart("expired-underpaid", hasReceived);
  // It would ask for the whole amount once more.
  showPart("start-again", !hasReceived);
}
