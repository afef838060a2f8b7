/** In minor units: kobo for NGN. */
export type Money = { value: number; currency: string };

/** One payer's payment, as the server tells of it. */
export type Session = {
  /** closed: the link was paid by somebody else, or disabled. failed: there could be no account. */
  status: "starting" | "awaiting_payment" | "underpaid" | "succeeded" | "expired" | "closed" | "failed";
  reference?: string;
  amount: Money;
  amountReceived: Money;
  amountDue: Money;
  bankAccount?: { bankName: string; accountNumber: string; accountName: string };
  /** Both of the server's clock. */
  now: string;
  expiresAt: string;
  /** When the money was booked, once succeeded. */
  settledAt?: string;
  /** The merchant's page to go on to, once succeeded. */
  redirectUrl?: string;
};

/** Nothing follows these. */
export function isFinal({ status }: Session): boolean {
  return status === "succeeded" || status === "expired" || status === "closed" || status === "failed";
}

export function isSession(value: unknown): value is Session {
  return typeof value === "object" && value !== null && "status" in value && "amount" in value;
}
