import { useMay } from "../api/permissions.ts";
import { useEnvironment } from "../shell/environment.ts";

/**
 * Whether this person may give keys the scopes that move money (moneyScopes), and the one that approves (approveScope).
 * In live mode they need more than the right to create keys.
 */
export function useGrants(): { money: boolean; approval: boolean } {
  const isTest = useEnvironment() === "test";
  const [mayPay, isOwner] = [useMay("pay"), useMay("own")];
  return { money: isTest || mayPay, approval: isTest || isOwner };
}
