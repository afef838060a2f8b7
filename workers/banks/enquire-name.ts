import type { NameEnquiryResult, OpenEnquiry } from "../../sql/banks/name-enquiries.ts";
import type { Task, TaskContext } from "../context.ts";
import { callGateway } from "../gateways/call-gateway.ts";
import type { NameResult, Offering } from "../gateways/gateway.ts";
import { isAbandoned } from "../queue/is-abandoned.ts";
import { timeLeft } from "../start-deadline.ts";

/** With less time the next gateway is not tried: a caller waits, and the call would be cut off. */
const LEAST_MS = 2_000;

/**
 * Resolves the account's name at the bank. A caller is waiting, so an outage is reported at once, without a retry; once
 * nobody waits, the bank is not called. A payout is written after its enquiry, so no payout waits for one. Concurrent
 * enquiries share their database calls.
 */
export const enquireName: Task = async (context, id) => {
  const { nameEnquiryCalls, responseTimeoutMs, crashPoint } = context;
  const enquiry = await nameEnquiryCalls.open(id);
  if (enquiry === null) return;
  if (isAbandoned(enquiry, responseTimeoutMs))
    return nameEnquiryCalls.finish(enquiry, { status: "unavailable", accountName: null });
  const result = await findName(context, enquiry);
  crashPoint("enquiry.called");
  await nameEnquiryCalls.finish(enquiry, enquiryResult(result));
};

/**
 * Tries the gateways that reach the bank, in sending order, until one answers about the account. An outage of one
 * counts more than another's "not reached": it may be over when the caller tries again.
 */
async function findName(context: TaskContext, enquiry: OpenEnquiry): Promise<NameResult> {
  const { id, environment, bankCode, accountNumber } = enquiry;
  let result: NameResult | undefined;
  for (const gateway of gatewaysInOrder(context, enquiry)) {
    if (result !== undefined && timeLeft(context.signal) < LEAST_MS) break;
    const answer = await callGateway<"enquireName", NameResult>(
      context.logger,
      { gateway, operation: "enquireName", environment },
      { nameEnquiry: String(id) },
      (offering) => offering.enquireName({ bankCode, accountNumber }, context.signal),
    );
    if (answer.kind === "resolved" || answer.kind === "not_found") return answer;
    result = result?.kind === "unknown" ? result : answer;
  }
  return result ?? { kind: "not_reached", reason: "no live gateway reaches the bank" };
}

/** Undefined: no gateway is configured. */
function gatewaysInOrder(
  { gateways }: TaskContext,
  enquiry: OpenEnquiry,
): (Offering<"enquireName"> | undefined)[] {
  const offering = gateways.offering(enquiry.environment, "enquireName");
  if (enquiry.environment === "test" || offering.length === 0) return [offering[0]];
  return enquiry.gateways.map((name) => offering.find(({ kind }) => kind === name));
}

function enquiryResult(result: NameResult): NameEnquiryResult {
  switch (result.kind) {
    case "resolved":
      return { status: "resolved", accountName: result.accountName };
    case "not_found":
    case "not_reached":
      return { status: result.kind, accountName: null };
    case "unknown":
      return { status: "unavailable", accountName: null };
  }
}
