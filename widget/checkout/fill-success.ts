import { formatMoney } from "./money.ts";
import { part, query, setText, showPart } from "./page.ts";
import type { Session } from "./session.ts";

/** Fills in what the payer reads once a session has succeeded; returns the merchant's page to go on to, if there is one. */
export function fillSuccess(session: Session): string | undefined {
  const merchantUrl = readMerchantUrl(session);
  setText("amountPaid", formatMoney(session.amountReceived));
  setText("successReference", session.reference ?? "");
  setText("successTime", formatTime(session.settledAt ?? session.now));
  if (merchantUrl !== undefined) query<HTMLAnchorElement>("[data-part=continue]").href = merchantUrl;
  showPart("continue", merchantUrl !== undefined);
  // Of two ways on, the merchant's is the first.
  part("done")?.classList.replace("primary", merchantUrl === undefined ? "primary" : "secondary");
  showPart("close-page", merchantUrl === undefined);
  return merchantUrl;
}

function readMerchantUrl({ redirectUrl }: Session): string | undefined {
  return redirectUrl !== undefined && /^https?:\/\//.test(redirectUrl) ? redirectUrl : undefined;
}

/** In the time that Nigerian banks' receipts show. */
function formatTime(instant: string): string {
  return new Intl.DateTimeFormat("en-NG", {
    timeZone: "Africa/Lagos",
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
    hour12: true,
    timeZoneName: "short",
  }).format(new Date(instant));
}
