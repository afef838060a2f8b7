import type { NameEnquiryResult } from "../../sql/queries/name-enquiries.ts";
import type { Task } from "../context.ts";
import { callGateway } from "../gateways/call-gateway.ts";
import type { NameResult } from "../gateways/gateway.ts";
import { isGivenUp } from "../queue/is-given-up.ts";

/**
 * Asks the bank for the account's name. A caller is waiting, so an outage is reported at once, without a retry. When
 * nobody waits any more, the bank is not asked. A payout is written after its enquiry, so no payout waits for one.
 * Enquiries that run at the same time share their calls of the database.
 */
export const enquireName: Task = async (context, id, signal) => {
  const { nameEnquiryCalls, gateways, responseTimeoutMs, crashPoint, logger } = context;
  const enquiry = await nameEnquiryCalls.open(id);
  if (enquiry === null) return;
  if (isGivenUp(enquiry, responseTimeoutMs))
    return nameEnquiryCalls.finish(enquiry, { status: "unavailable", account_name: null });
  const account = { bankCode: enquiry.bank_code, accountNumber: enquiry.account_number };
  const call = { operation: "enquireName", environment: enquiry.environment } as const;
  const gateway = gateways.offering(call.environment, call.operation)[0];
  const result = await callGateway(logger, { ...call, gateway }, { nameEnquiry: String(id) }, (asked) =>
    asked.enquireName(account, signal),
  );
  crashPoint("enquiry.called");
  await nameEnquiryCalls.finish(enquiry, enquiryResult(result));
};

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
