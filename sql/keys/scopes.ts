/** A key's possible permissions. Names match exactly. */
export const scopes = [
  "kyc:read",
  "kyc:write",
  "payouts:read",
  "payouts:write",
  "payouts:approve",
  "payout_batches:read",
  "payout_batches:write",
  "refunds:read",
  "refunds:write",
  "credits:read",
  "credits:write",
  "collections:read",
  "collections:write",
  "virtual_accounts:read",
  "virtual_accounts:write",
  "payment_links:read",
  "payment_links:write",
  "balances:read",
  "books:read",
  "events:read",
  "events:write",
  "payout_accounts:read",
  "payout_accounts:write",
] as const;
export type Scope = (typeof scopes)[number];

/**
 * Approves and rejects payments. Never by default, and never with a scope of requestScopes: nobody approves their own
 * payments.
 */
const approveScope = "payouts:approve" satisfies Scope;
const requestScopes = ["payouts:write", "payout_batches:write", "refunds:write", "credits:write"] as const;
export const defaultScopes: readonly Scope[] = scopes.filter((scope) => scope !== approveScope);

/** Whether a key may have all of these scopes. */
export const areCompatible = (chosen: readonly string[]): boolean =>
  !chosen.includes(approveScope) || !requestScopes.some((scope) => chosen.includes(scope));

/** What is wrong with scopes that are not. */
export const incompatibleScopes = `must not have ${approveScope} with any of ${requestScopes.join(", ")}`;

/** The scopes that let a key send money away, or decide where it goes: see SQL's money_scopes. */
export const moneyScopes = [
  "payouts:write",
  "payout_batches:write",
  "refunds:write",
  "credits:write",
  "payout_accounts:write",
] as const satisfies readonly Scope[];
