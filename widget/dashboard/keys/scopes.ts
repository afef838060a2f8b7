/** What a key may do, by resource: for each, whether it can be read and written. */
export const resources = [
  ["payouts", ["read", "write"]],
  ["payout_accounts", ["read", "write"]],
  ["collections", ["read", "write"]],
  ["virtual_accounts", ["read", "write"]],
  ["payment_links", ["read", "write"]],
  ["balances", ["read"]],
  ["kyc", ["read", "write"]],
  ["events", ["read", "write"]],
] as const satisfies [string, ("read" | "write")[]][];

export const allScopes: string[] = resources.flatMap(([resource, verbs]) =>
  verbs.map((verb) => `${resource}:${verb}`),
);

/** Those that send live money away, or decide where it goes: they are granted by who may pay. */
export const moneyScopes = ["payouts:write", "payout_accounts:write"] as const;
