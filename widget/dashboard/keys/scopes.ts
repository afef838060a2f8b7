/** A key's scopes by resource: whether it can be read and written, and its name. */
export const resources = [
  ["payouts", ["read", "write"], "Payouts"],
  ["payout_batches", ["read", "write"], "Batches of payouts"],
  ["refunds", ["read", "write"], "Refunds"],
  ["credits", ["read", "write"], "Unmatched payments"],
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

/** Scopes that send live money, or decide where it goes: only people who may pay can grant them. */
export const moneyScopes = [
  "payouts:write",
  "payout_batches:write",
  "refunds:write",
  "credits:write",
  "payout_accounts:write",
] as const;

/** Approves and rejects payments; never with a scope of requestScopes. In live mode only owners can grant it. */
export const approveScope = "payouts:approve";
export const requestScopes = [
  "payouts:write",
  "payout_batches:write",
  "refunds:write",
  "credits:write",
] as const;
