import { formatMoney } from "./money.ts";
import { announce, setText, showPart } from "./page.ts";
import type { Session } from "./session.ts";

/** Fills in what the payer reads once the transfer window has lapsed: nothing arrived, a part, or all of it, but too late. */
export function fillExpired({ amount, amountReceived, reference }: Session): void {
  const hasReceived = amountReceived.value > 0;
  const hasReceivedAll = amountReceived.value >= amount.value;
  setText("expiredReceived", formatMoney(amountReceived));
  setText("expiredAmount", formatMoney(amount));
  setText("expiredReference", reference ?? "");
  for (const name of ["expired-unpaid", "expired-sent"]) showPart(name, !hasReceived);
  showPart("expired-received", hasReceived);
  showPart("expired-part", !hasReceivedAll);
  showPart("expired-whole", hasReceivedAll);
  // It would ask for the whole amount once more.
  showPart("start-again", !hasReceived);
  if (hasReceived) announce(`${formatMoney(amountReceived)} has arrived.`);
}
