/** What a key may do, by resource: for each, whether it can be read and written, and what it is called. */
export const resources = [
  ["payouts", ["read", "write"], "Payouts"],
  ["payout_accounts", ["read", "write"], "Payout accounts"],
  ["collections", ["read", "write"], "Collections"],
  ["virtual_accounts", ["read", "write"], "Virtual accounts"],
  ["payment_links", ["read", "write"], "Payment links"],
  ["balances", ["read"], "Balances"],
  ["kyc", ["read", "write"], "Identity checks"],
  ["events", ["read", "write"], "Events and webhooks"],
] as const satisfies [string, ("read" | "write")[], string][];

export const allScopes: string[] = resources.flatMap(([resource, verbs]) =>
  verbs.map((verb) => `${resource}:${verb}`),
);

/** Those that send live money away, or decide where it goes: they are granted by who may pay. */
export const moneyScopes = ["payouts:write", "payout_accounts:write"] as const;
