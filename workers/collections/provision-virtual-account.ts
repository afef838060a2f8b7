import { setTimeout as sleep } from "node:timers/promises";
import { errorName } from "../../sql/process/errors.ts";
import {
  activateVirtualAccount,
  failVirtualAccount,
  findRequestedVirtualAccount,
  type ProvisionedAccount,
} from "../../sql/collections/virtual-accounts/virtual-accounts.ts";
import { noteFacts } from "../../sql/process/tracing/trace.ts";
import type { Task, TaskContext } from "../context.ts";
import { callGateway } from "../gateways/call-gateway.ts";
import type { Gateway } from "../gateways/gateway.ts";
import { isAbandoned } from "../queue/is-abandoned.ts";

/** The account with the same number may be about to end, so the provider is called again, this often in total. */
const MAX_ATTEMPTS = 3;
const RETRY_AFTER_MS = 500;

/**
 * Provisions the bank account that a merchant requested and is waiting for. If the gateway returns none, or only
 * another active account's number, or nobody waits any more, the account fails and is not retried: the merchant got an
 * error, and nobody has seen a number to pay to.
 */
export const provisionVirtualAccount: Task = async (context, id) => {
  const { database, gateways, responseTimeoutMs, crashPoint, logger, signal } = context;
  const account = await findRequestedVirtualAccount(database, id);
  if (account === null) return;
  if (isAbandoned(account, responseTimeoutMs))
    return void (await failVirtualAccount(database, { accountId: id }));
  const { reference, environment, merchant_name: merchantName, amount, currency } = account;
  const { requested_at: requestedAt, expires_at: expiresAt } = account;
  noteFacts({ reference });
  const call = { operation: "provisionAccount", environment } as const;
  const offers = gateways.offering(environment, call.operation);
  const gateway = offers.find(({ kind }) => account.preferredGateways?.includes(kind)) ?? offers[0];
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    if (attempt > 1) await sleep(RETRY_AFTER_MS, undefined, { signal });
    const result = await callGateway(
      logger,
      { ...call, gateway },
      { virtualAccount: reference },
      (offering) =>
        offering.provisionAccount(
          { reference, merchantName, requestedAt, expiresAt, amount, currency },
          signal,
        ),
    );
    crashPoint("provision.called");
    if (result.kind !== "provisioned") return void (await failVirtualAccount(database, { accountId: id }));
    if (await activate(context, id, result, gateway!.kind)) return;
  }
  logger.error(
    { code: "ACCOUNT_NUMBER_IN_USE", virtualAccount: reference },
    "the provider gave a number that another active account has: ask it why",
  );
  await failVirtualAccount(database, { accountId: id });
};

/** False if another active account has the number: money to it could be for either. */
async function activate(
  { database }: TaskContext,
  id: bigint,
  account: ProvisionedAccount,
  gateway: Gateway["kind"],
): Promise<boolean> {
  try {
    await activateVirtualAccount(database, id, account, gateway === "sandbox" ? null : gateway);
    return true;
  } catch (error) {
    if (errorName(error) === "account_number_in_use") return false;
    throw error;
  }
}
