import {
  completeNameEnquiry,
  findOpenNameEnquiry,
  type NameEnquiryResult,
} from "../../sql/queries/name-enquiries.ts";
import type { TaskFor } from "../context.ts";
import { callGateway } from "../gateways/call-gateway.ts";
import type { NameResult } from "../gateways/gateway.ts";

/** Asks the bank whose account it is. A caller waits for the answer, so an outage is one as well: no second try. */
export const enquireName: TaskFor<"enquire_name"> =
  ({ database, gatewayFor, crashPoint, logger }) =>
  async ({ id }, { signal }) => {
    const enquiry = await findOpenNameEnquiry(database, id);
    if (enquiry === null) return;
    const account = { bankCode: enquiry.bank_code, accountNumber: enquiry.account_number };
    const answer = await callGateway(logger, { nameEnquiry: String(id) }, async () =>
      gatewayFor(enquiry.environment).enquireName(account, signal),
    );
    crashPoint("enquiry.answered");
    await completeNameEnquiry(database, id, answerRow(answer));
  };

function answerRow(answer: NameResult): NameEnquiryResult {
  switch (answer.kind) {
    case "resolved":
      return { status: "resolved", account_name: answer.accountName };
    case "not_found":
      return { status: "not_found", account_name: null };
    case "unknown":
      return { status: "unavailable", account_name: null };
  }
}
