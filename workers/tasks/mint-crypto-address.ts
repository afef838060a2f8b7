import { activateCryptoCollection, findRequestedCryptoCollection } from "../../sql/queries/collections.ts";
import type { TaskFor } from "../context.ts";
import { askGateway } from "../gateways/ask-gateway.ts";

/**
 * Opens the address of a crypto collection that a merchant asked for and is waiting for. Without one from the gateway the
 * request is given up: nobody can pay to an address that was never told.
 */
export const mintCryptoAddress: TaskFor<"mint_crypto_address"> =
  ({ database, gatewayFor, crashPoint, logger }) =>
  async ({ id }, { signal }) => {
    const collection = await findRequestedCryptoCollection(database, id);
    if (collection === null) return;
    const { reference, environment, chain, token } = collection;
    const answer = await askGateway(logger, { collection: reference }, async () =>
      gatewayFor(environment).mintCryptoAddress({ reference, chain, token }, signal),
    );
    crashPoint("crypto.answered");
    await activateCryptoCollection(database, id, answer.kind === "minted" ? answer.address : null);
  };
