import { z } from "zod";
import { collectionJson } from "../../sql/collections/collection-json.ts";
import { readCryptoCollection, requestCryptoCollection } from "../../sql/collections/collections.ts";
import { chain, cryptoAmount, token } from "./collection-fields.ts";
import { email } from "../http/fields.ts";
import { Problem } from "../http/problems.ts";
import { createRoute } from "../http/create-route.ts";
import { waitForResult } from "../results/wait-for-result.ts";

/** A worker provisions the address; the request waits for it. */
export const createCryptoCollection = createRoute({
  path: "/v1/crypto-collections",
  summary: "Provision an address on a chain that expects one payment in a stablecoin, credited in US dollars",
  scope: "collections:write",
  request: {
    body: z.object({
      amount: cryptoAmount,
      chain: chain
        .describe("The one to be paid on. Without it the address is on polygon, and each is taken.")
        .optional(),
      token: token
        .describe("The one to be paid in. Without it the collection shows USDC, and each is taken.")
        .optional(),
      customerEmail: email.optional(),
    }),
  },
  success: { status: 201, data: collectionJson },
  errors: [],
  create: async ({ caller, body }, { database }) => {
    const id = await requestCryptoCollection(database, caller, {
      amount: body.amount.value,
      chain: body.chain ?? null,
      token: body.token ?? null,
      customerEmail: body.customerEmail ?? null,
    });
    return { resource: String(id) };
  },
  show: async (context, _caller, id) => {
    const provisioned = await waitForResult(context, "crypto_collection", BigInt(id), readCryptoCollection);
    if (provisioned.json === null) {
      throw new Problem("INTERNAL_ERROR", "No address could be provisioned. Nothing was created; try again.");
    }
    return provisioned.json;
  },
});
