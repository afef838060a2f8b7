/** In minor units: kobo for NGN. */
export type Money = { value: number; currency: string };

/** One payer's payment, as the server sends it. The ingress has the same type; a test compares them. */
export type Session = {
  /** closed: somebody else paid the link, or it was disabled. failed: no account number could be created. */
  status: "starting" | "awaiting_payment" | "underpaid" | "succeeded" | "expired" | "closed" | "failed";
  reference?: string;
  amount: Money;
  amountReceived: Money;
  amountDue: Money;
  bankAccount?: { bankName: string; accountNumber: string; accountName: string };
  /** Both by the server's clock. */
  now: string;
  expiresAt: string;
  /** When the money was booked, once succeeded. */
  settledAt?: string;
  /** The merchant's page to continue to, once succeeded. */
  redirectUrl?: string;
  /** Whether the link accepts another payment: a new session, under a new token. */
  isLinkOpen: boolean;
};

/** Whether the status is final, except that expired becomes succeeded if the money arrives late. */
export function isFinal({ status }: Session): boolean {
  return ["succeeded", "expired", "closed", "failed"].includes(status);
}

/** What was sent beyond the amount due, in minor units. */
export function excessOf({ amount, amountReceived }: Session): number {
  return Math.max(0, amountReceived.value - amount.value);
}

export function isSession(value: unknown): value is Session {
  return typeof value === "object" && value !== null && "status" in value && "amount" in value;
}
