import { z } from "zod";
import { collectionJson } from "../../sql/collections/collection-json.ts";
import { readCryptoCollection, requestCryptoCollection } from "../../sql/collections/collections.ts";
import { chain, cryptoAmount, token } from "./collection-fields.ts";
import { email } from "../http/fields.ts";
import { Problem } from "../http/problems.ts";
import { ownFields } from "../http/own-fields/own-fields.ts";
import { createRoute } from "../http/create-route.ts";
import { waitForResult } from "../results/wait-for-result.ts";

/** A worker provisions the address; the request waits for it. */
export const createCryptoCollection = createRoute({
  path: "/v1/crypto-collections",
  summary: "Create a crypto collection",
  scope: "collections:write",
  request: {
    body: z.object({
      amount: cryptoAmount,
      chain: chain
        .describe("The chain to accept. Without it the address is on polygon and accepts any.")
        .optional(),
      token: token
        .describe("The token to accept. Without it the collection shows USDC and accepts any.")
        .optional(),
      customerEmail: email.optional(),
      ...ownFields,
    }),
  },
  success: { status: 201, data: collectionJson },
  errors: ["MERCHANT_REFERENCE_CONFLICT"],
  create: async ({ caller, body }, { database }) => {
    const id = await requestCryptoCollection(database, {
      tenant: caller,
      amount: body.amount.value,
      chain: body.chain ?? null,
      token: body.token ?? null,
      customerEmail: body.customerEmail ?? null,
      merchantReference: body.merchantReference,
      metadata: body.metadata,
    });
    return { resource: String(id) };
  },
  show: async (context, _caller, id) => {
    const provisioned = await waitForResult(context, "crypto_collection", BigInt(id), readCryptoCollection);
    if (provisioned.json === null) {
      throw new Problem("INTERNAL_ERROR", "We couldn't create an address. Nothing was created. Try again.");
    }
    return provisioned.json;
  },
});
