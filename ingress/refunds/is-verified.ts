import type { Account } from "../../sql/banks/name-enquiries.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { enquireName } from "../banks/enquire-name.ts";
import type { Context } from "../context.ts";
import { Problem } from "../http/problems.ts";
import type { WaitingRequest } from "../results/wait-for-result.ts";

/**
 * Asks the bank who holds an account, and returns whether it said so. An account that the caller gave raises what
 * enquireName() raises. Of the payer's account, which nobody can correct, only a limit does.
 */
export async function isVerified(
  context: WaitingRequest & Pick<Context, "nameEnquiries">,
  tenant: Tenant,
  account: Account,
  isGiven: boolean,
): Promise<boolean> {
  try {
    await enquireName(context, tenant, account, "destination.bankCode");
    return true;
  } catch (error) {
    const isUnknown =
      error instanceof Problem && (error.code === "INTERNAL_ERROR" || error.code === "VALIDATION_ERROR");
    if (isGiven || !isUnknown) throw error;
    return false;
  }
}
