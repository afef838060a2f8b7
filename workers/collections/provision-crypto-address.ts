import { activateCryptoCollection, findRequestedCryptoCollection } from "../../sql/queries/collections.ts";
import type { TaskFor } from "../context.ts";
import { callGateway } from "../gateways/call-gateway.ts";

/**
 * Opens the address of a crypto collection that a merchant asked for and is waiting for. Without one from the gateway the
 * request is given up: nobody can pay to an address that was never told.
 */
export const provisionCryptoAddress: TaskFor<"provision_crypto_address"> =
  ({ database, gatewayFor, crashPoint, logger }) =>
  async ({ id }, { signal }) => {
    const collection = await findRequestedCryptoCollection(database, id);
    if (collection === null) return;
    const { reference, environment, chain, token } = collection;
    const answer = await callGateway(logger, { collection: reference }, async () =>
      gatewayFor(environment).provisionCryptoAddress({ reference, chain, token }, signal),
    );
    crashPoint("crypto.answered");
    await activateCryptoCollection(database, id, answer.kind === "provisioned" ? answer.address : null);
  };
