import {
  completeNameEnquiry,
  findOpenNameEnquiry,
  type NameEnquiryResult,
} from "../../sql/queries/name-enquiries.ts";
import type { Task } from "../context.ts";
import { callGateway } from "../gateways/call-gateway.ts";
import type { NameResult } from "../gateways/gateway.ts";

/** Asks the bank for the account's name. A caller is waiting, so an outage is reported at once, without a retry. */
export const enquireName: Task = async ({ database, gatewayFor, crashPoint, logger }, id, signal) => {
  const enquiry = await findOpenNameEnquiry(database, id);
  if (enquiry === null) return;
  const account = { bankCode: enquiry.bank_code, accountNumber: enquiry.account_number };
  const result = await callGateway(logger, { nameEnquiry: String(id) }, async () =>
    gatewayFor(enquiry.environment).enquireName(account, signal),
  );
  crashPoint("enquiry.called");
  await completeNameEnquiry(database, id, enquiryResult(result));
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
