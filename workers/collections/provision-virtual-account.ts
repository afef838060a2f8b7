import {
  activateVirtualAccount,
  failVirtualAccount,
  findRequestedVirtualAccount,
} from "../../sql/queries/virtual-accounts.ts";
import type { TaskFor } from "../context.ts";
import { callGateway } from "../gateways/call-gateway.ts";

/**
 * Opens the account that a merchant asked for and is waiting for. Without numbers from the gateway the request is given
 * up: nobody can pay into an account whose number was never told.
 */
export const provisionVirtualAccount: TaskFor<"provision_virtual_account"> =
  ({ database, gatewayFor, crashPoint, logger }) =>
  async ({ id }, { signal }) => {
    const account = await findRequestedVirtualAccount(database, id);
    if (account === null) return;
    const { reference, environment, merchant_name: merchantName, expires_at: expiresAt } = account;
    const request = { reference, merchantName, expiresAt };
    const answer = await callGateway(logger, { virtualAccount: reference }, async () =>
      gatewayFor(environment).provisionAccount(request, signal),
    );
    crashPoint("provision.answered");
    if (answer.kind === "provisioned") await activateVirtualAccount(database, id, answer);
    else await failVirtualAccount(database, id);
  };
