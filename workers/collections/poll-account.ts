import {
  claimAccountPoll,
  finishAccountPoll,
} from "../../sql/collections/virtual-accounts/virtual-accounts.ts";
import { noteFacts } from "../../sql/process/tracing/trace.ts";
import type { Task } from "../context.ts";
import { callGateway } from "../gateways/call-gateway.ts";

/** Why an account's incoming money is unknown. */
const troubles: Record<string, string> = {
  abandoned: "the provider did not list an account's transactions for a week: compare its books with ours",
  too_long:
    "an account has more than 500 pages of transactions, and the rest is not read: compare its books with ours",
};

/**
 * Polls a provider for an account's incoming transactions, so that money whose notice was lost is found. Those that
 * aren't booked are polled one by one (confirm_credit): a list alone moves nothing.
 */
export const pollAccount: Task = async ({ database, gateways, crashPoint, logger, signal }, id) => {
  const account = await claimAccountPoll(database, id);
  if (account === null) return;
  const { reference, provisionedThrough } = account;
  noteFacts({ reference });
  const operation = "listCredits";
  const gateway = gateways.offering("live", operation).find(({ kind }) => kind === provisionedThrough);
  const about = { virtualAccount: reference };
  const result = await callGateway(logger, { gateway, operation, environment: "live" }, about, (offering) =>
    offering.listCredits(account, signal),
  );
  crashPoint("account.polled");
  const outcome = await finishAccountPoll(database, account, result.kind === "listed" ? result : null);
  const trouble = troubles[outcome];
  if (trouble !== undefined)
    logger.error({ ...about, gateway: provisionedThrough, code: "ACCOUNT_NOT_POLLED" }, trouble);
};
