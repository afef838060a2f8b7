import type { NameEnquiryResult, OpenEnquiry } from "../../sql/queries/name-enquiries.ts";
import type { Task, TaskContext } from "../context.ts";
import { callGateway } from "../gateways/call-gateway.ts";
import type { NameResult } from "../gateways/gateway.ts";
import { isGivenUp } from "../queue/is-given-up.ts";

/**
 * Asks the bank for the account's name. A caller is waiting, so an outage is reported at once, without a retry. When
 * nobody waits any more, the bank is not asked. A payout is written after its enquiry, so no payout waits for one.
 * Enquiries that run at the same time share their calls of the database.
 */
export const enquireName: Task = async (context, id, signal) => {
  const { nameEnquiryCalls, responseTimeoutMs, crashPoint } = context;
  const enquiry = await nameEnquiryCalls.open(id);
  if (enquiry === null) return;
  if (isGivenUp(enquiry, responseTimeoutMs))
    return nameEnquiryCalls.finish(enquiry, { status: "unavailable", account_name: null });
  const result = await askForName(context, enquiry, signal);
  crashPoint("enquiry.called");
  await nameEnquiryCalls.finish(enquiry, enquiryResult(result));
};

/**
 * Asks the preferred gateway; where that is not called now, which takes no time, the next one. What another one does
 * not find is unknown: it may not reach the bank.
 */
async function askForName(
  { gateways, logger }: TaskContext,
  { id, environment, bank_code: bankCode, account_number: accountNumber }: OpenEnquiry,
  signal: AbortSignal,
): Promise<NameResult> {
  const [preferred, ...others] = gateways.offering(environment, "enquireName");
  const ask = (gateway: typeof preferred) =>
    callGateway(
      logger,
      { gateway, operation: "enquireName", environment },
      { nameEnquiry: String(id) },
      (asked) => asked.enquireName({ bankCode, accountNumber }, signal),
    );
  let result: NameResult = await ask(preferred);
  for (const other of others) {
    if (result.kind !== "unknown" || result.notCalled === undefined) return result;
    result = await ask(other);
    if (result.kind === "not_found")
      result = { kind: "unknown", reason: "the preferred gateway was not asked" };
  }
  return result;
}

function enquiryResult(result: NameResult): NameEnquiryResult {
  switch (result.kind) {
    case "resolved":
      return { status: "resolved", account_name: result.accountName };
    case "not_found":
      return { status: "not_found", account_name: null };
    case "unknown":
      return { status: "unavailable", account_name: null };
  }
}
