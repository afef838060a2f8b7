import { z } from "zod";
import { timestampJson } from "../../sql/formats/public-json.ts";
import { moneyJson } from "../../sql/ledger/money.ts";

/** A payer's session as their page sees it; the SQL function checkout_session_json makes it. */
export const checkoutSession = z.object({
  status: z.enum(["starting", "awaiting_payment", "underpaid", "succeeded", "expired", "closed", "failed"]),
  reference: z.string().optional(),
  amount: moneyJson,
  amountReceived: moneyJson,
  amountDue: moneyJson,
  bankAccount: z
    .object({ bankName: z.string(), accountNumber: z.string(), accountName: z.string() })
    .optional(),
  now: timestampJson,
  expiresAt: timestampJson,
  settledAt: timestampJson.optional(),
  redirectUrl: z.string().optional(),
  isLinkOpen: z.boolean(),
});

export type CheckoutSession = z.output<typeof checkoutSession>;

/** Whether a session is over; its stream then ends. */
export const isFinal = ({ status }: CheckoutSession) =>
  ["succeeded", "expired", "closed", "failed"].includes(status);

/** A session's JSON as it is sent. The merchant's page gets the payment's reference as a query parameter. */
export function showSession(json: unknown): CheckoutSession {
  const session = checkoutSession.parse(json);
  if (session.redirectUrl === undefined || session.reference === undefined) return session;
  return { ...session, redirectUrl: withReference(session.redirectUrl, session.reference) };
}

/** Appended as text: the merchant's own query stays as it is written, however it is encoded. */
function withReference(url: string, reference: string): string {
  const page = url.split("#", 1)[0]!;
  const joint = !page.includes("?") ? "?" : /[?&]$/.test(page) ? "" : "&";
  return `${page}${joint}reference=${reference}${url.slice(page.length)}`;
}
