import {
  activateVirtualAccount,
  failVirtualAccount,
  findRequestedVirtualAccount,
} from "../../sql/queries/virtual-accounts.ts";
import type { Task } from "../context.ts";
import { callGateway } from "../gateways/call-gateway.ts";

/**
 * Provisions the bank account that a merchant requested and is waiting for. When the gateway gives none, the account
 * fails and is not retried: the merchant was told so, and nobody has seen a number to pay to.
 */
export const provisionVirtualAccount: Task = async (
  { database, gatewayFor, crashPoint, logger },
  id,
  signal,
) => {
  const account = await findRequestedVirtualAccount(database, id);
  if (account === null) return;
  const { reference, environment, merchant_name: merchantName, expires_at: expiresAt } = account;
  const result = await callGateway(logger, { virtualAccount: reference }, async () =>
    gatewayFor(environment).provisionAccount({ reference, merchantName, expiresAt }, signal),
  );
  crashPoint("provision.called");
  if (result.kind === "provisioned") await activateVirtualAccount(database, id, result);
  else await failVirtualAccount(database, id);
};
