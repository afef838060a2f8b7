import { z } from "zod";
import { collectionJson } from "../../sql/collections/collection-json.ts";
import { readCryptoCollection, requestCryptoCollection } from "../../sql/queries/collections.ts";
import { chain, cryptoAmount, token } from "./collection-fields.ts";
import { email } from "../http/fields.ts";
import { Problem } from "../http/problems.ts";
import { route } from "../http/route.ts";
import { waitForResult } from "../results/wait-for-result.ts";

/** A worker provisions the address; the request waits for it. */
export const createCryptoCollection = route({
  method: "post",
  path: "/v1/crypto-collections",
  summary: "Provision an address on a chain that expects one payment in a stablecoin, credited in US dollars",
  scope: "collections:write",
  request: {
    body: z.object({
      amount: cryptoAmount,
      chain: chain.default("polygon"),
      token: token.default("USDC"),
      customerEmail: email.optional(),
    }),
  },
  success: { status: 201, data: collectionJson },
  errors: [],
  handler: async ({ caller, body }, context) => {
    const id = await requestCryptoCollection(context.database, caller, {
      amount: body.amount.value,
      chain: body.chain,
      token: body.token,
      customerEmail: body.customerEmail ?? null,
    });
    const provisioned = await waitForResult(context, "crypto_collection", id, readCryptoCollection);
    if (provisioned.json === null) {
      throw new Problem("INTERNAL_ERROR", "No address could be provisioned. Nothing was created; try again.");
    }
    return { data: provisioned.json };
  },
});
