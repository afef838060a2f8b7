import { enquiryIdOf, type Account } from "../../sql/banks/name-enquiries.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import type { Context } from "../context.ts";
import { invalid, Problem } from "../http/problems.ts";
import { waitForResult, type WaitingRequest } from "../results/wait-for-result.ts";

/** Always the same, whatever the account: another number at the bank would not help. */
const BANK_NOT_REACHED = "must be another bank: we can't reach this bank at the moment";

/**
 * Queues an enquiry to the bank and returns the name of the account's holder.
 *
 * Raises VALIDATION_ERROR on `bankCodeField` if the bank is not in the list, or no live gateway reaches it, and
 * INTERNAL_ERROR both for an account that does not resolve and for an outage: the documented API does not distinguish
 * them. RATE_LIMITED if too many of the merchant's enquiries are pending. Concurrent enquiries share their database
 * calls.
 */
export async function enquireName(
  context: WaitingRequest & Pick<Context, "nameEnquiries">,
  tenant: Tenant,
  account: Account,
  bankCodeField: string,
): Promise<string> {
  const { nameEnquiries, deadline } = context;
  const id = enquiryIdOf(await nameEnquiries.request(tenant, account, deadline));
  if (id === null) throw invalid({ [bankCodeField]: "must be the code of a bank of GET /v1/banks" });
  const read = () => nameEnquiries.read(tenant, account, id, deadline);
  const enquiry = await waitForResult(context, "name_enquiry", id, read, { wasPending: true });
  if (enquiry.status === "not_reached") throw invalid({ [bankCodeField]: BANK_NOT_REACHED });
  if (enquiry.status !== "resolved") {
    throw new Problem(
      "INTERNAL_ERROR",
      "We couldn't verify this account. Check the number before you try again.",
    );
  }
  return enquiry.accountName;
}
