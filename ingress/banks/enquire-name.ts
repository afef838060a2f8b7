import { resultKey } from "../../sql/results.ts";
import { requestNameEnquiry, readNameEnquiry, type Account } from "../../sql/queries/name-enquiries.ts";
import type { Tenant } from "../../sql/queries/tenant.ts";
import type { Context } from "../context.ts";
import { invalid, Problem } from "../http/problems.ts";

/**
 * Asks the bank, through the queue, who holds an account, and waits for the answer: the holder's name.
 *
 * Raises VALIDATION_ERROR on `bankCodeField` for a bank that is not in the list, and INTERNAL_ERROR for an account that
 * does not resolve as well as for an outage: the documented surface keeps the two apart from nobody.
 */
export async function enquireName(
  { database, results, config }: Pick<Context, "database" | "results" | "config">,
  tenant: Tenant,
  account: Account,
  bankCodeField: string,
): Promise<string> {
  const id = await requestNameEnquiry(database, tenant, account);
  if (id === null) throw invalid({ [bankCodeField]: "must be the code of a bank of GET /v1/banks" });
  const read = async () => (await readNameEnquiry(database, id)) ?? undefined;
  const answer = await results.waitFor(resultKey("name_enquiry", id), read, config.answerTimeoutMs);
  if (answer.status !== "resolved") {
    throw new Problem(
      "INTERNAL_ERROR",
      "The account could not be verified. Check the number before you try again.",
    );
  }
  return answer.account_name;
}
