import {
  activateCryptoCollection,
  findRequestedCryptoCollection,
} from "../../sql/collections/collections.ts";
import { noteFacts } from "../../sql/process/tracing/trace.ts";
import type { Task } from "../context.ts";
import { callGateway } from "../gateways/call-gateway.ts";
import { isAbandoned } from "../queue/is-abandoned.ts";

/**
 * Provisions the address of a crypto collection that a merchant requested and is waiting for. If the gateway returns
 * none, or nobody waits any more, the collection fails and is not retried: the merchant got an error, and nobody has
 * seen an address to pay to.
 */
export const provisionCryptoAddress: Task = async (
  { database, gateways, responseTimeoutMs, crashPoint, logger, signal },
  id,
) => {
  const collection = await findRequestedCryptoCollection(database, id);
  if (collection === null) return;
  if (isAbandoned(collection, responseTimeoutMs))
    return void (await activateCryptoCollection(database, { collectionId: id, address: null }));
  const { reference, environment, chain, token } = collection;
  noteFacts({ reference });
  const call = { operation: "provisionCryptoAddress", environment } as const;
  const gateway = gateways.offering(environment, call.operation)[0];
  const result = await callGateway(logger, { ...call, gateway }, { collection: reference }, (offering) =>
    offering.provisionCryptoAddress({ reference, chain, token }, signal),
  );
  crashPoint("crypto.called");
  await activateCryptoCollection(database, {
    collectionId: id,
    address: result.kind === "provisioned" ? result.address : null,
  });
};
