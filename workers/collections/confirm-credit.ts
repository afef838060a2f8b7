import {
  claimCreditNotice,
  finishCreditNotice,
  type CreditAnswer,
} from "../../sql/gateways/credit-notices.ts";
import { referencePattern } from "../../sql/formats/references.ts";
import { noteFacts } from "../../sql/process/tracing/trace.ts";
import type { Task } from "../context.ts";
import { callGateway } from "../gateways/call-gateway.ts";
import type { CaseResult, CreditResult, GatewayResult, Offering, Unknown } from "../gateways/gateway.ts";

const ourAccount = referencePattern("va");

/** Why a transaction named by a provider was not booked, and the operators' log message. */
const troubles: Record<string, { code: string; message: string }> = {
  taken_back: {
    code: "CREDIT_TAKEN_BACK",
    message:
      "the provider sends booked money back to its payer, or may: see scripts/ops/reconciliation/differences.sql",
  },
  discrepancy: {
    code: "CREDIT_DISCREPANCY",
    message:
      "the provider reports something else about a recorded transaction: see scripts/ops/collections/credit-discrepancies.sql",
  },
  elsewhere: {
    code: "CREDIT_ELSEWHERE",
    message:
      "a provider names an account at another one, or that this money did not come to: ask it, and see scripts/ops/collections/unconfirmed-credits.sql",
  },
  abandoned: {
    code: "CREDIT_NOT_CONFIRMED",
    message:
      "the provider named a transaction but never reported its status: see scripts/ops/collections/unconfirmed-credits.sql",
  },
};

/**
 * Polls a provider about a transaction that it named, in a notice or a list, and books its answer. The notice itself
 * moves nothing. The answer is booked, and the notice closed, in one transaction: after a crash it is polled again, and
 * booked once.
 */
export const confirmCredit: Task = async ({ database, gateways, crashPoint, logger, signal }, id) => {
  const notice = await claimCreditNotice(database, { noticeId: id });
  if (notice === null) return;
  const { transaction } = notice;
  noteFacts({ reference: notice.recipient });
  const about = { transaction };
  const { kind, caseId } = notice;
  const poll = <Offered extends "findCredit" | "findCase", Result extends GatewayResult>(
    operation: Offered,
    ask: (offering: Offering<Offered>) => Promise<Result>,
  ) => {
    const gateway = gateways.offering("live", operation).find((offering) => offering.kind === notice.gateway);
    return callGateway(logger, { gateway, operation, environment: "live" }, about, ask);
  };
  const result =
    kind === "payment"
      ? await poll("findCredit", (offering) => offering.findCredit(transaction, signal))
      : await poll("findCase", (offering) => offering.findCase({ kind, transaction, caseId }, signal));
  crashPoint("credit.requested");
  const outcome = await finishCreditNotice(database, notice, answerOf(result));
  crashPoint("credit.confirmed");
  const trouble = troubles[outcome];
  if (trouble !== undefined)
    logger.error({ ...about, gateway: notice.gateway, code: trouble.code }, trouble.message);
};

/** Money under other references is ignored: the business may use the provider for other payments. */
function answerOf(result: CreditResult | CaseResult | Unknown): CreditAnswer {
  switch (result.kind) {
    case "received":
    case "confirming":
      return ourAccount.test(result.recipient) ? result : { kind: "refused" };
    case "taken_back":
      return result;
    case "no_money":
      return { kind: "refused" };
    case "unknown":
      return result.forOperator === "CREDIT_REVERSED"
        ? { kind: "taken_back", theirs: "reversed" }
        : { kind: "later" };
    case "pending":
    case "not_found":
      return { kind: "later" };
  }
}
