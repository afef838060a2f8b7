import { z } from "zod";
import { questionKey } from "../../sql/answers.ts";
import { readCryptoCollection, requestCryptoCollection } from "../../sql/queries/collections.ts";
import { chain, cryptoAmount, email, token } from "../fields.ts";
import { Problem } from "../problems.ts";
import { collection } from "../resources/collection.ts";
import { route } from "../route.ts";

/** A worker mints the address; the request waits for it. */
export const createCryptoCollection = route({
  method: "post",
  path: "/v1/crypto-collections",
  summary: "Mint an address on a chain that expects one payment in a stablecoin, credited in US dollars",
  scope: "collections:write",
  request: {
    body: z.object({
      amount: cryptoAmount,
      chain: chain.default("polygon"),
      token: token.default("USDC"),
      customerEmail: email.optional(),
    }),
  },
  response: { 201: collection },
  errors: [],
  handler: async ({ caller, body }, { database, answers, config }) => {
    const id = await requestCryptoCollection(database, caller, {
      amount: body.amount.value,
      chain: body.chain,
      token: body.token,
      customerEmail: body.customerEmail ?? null,
    });
    const read = async () => (await readCryptoCollection(database, id)) ?? undefined;
    const minted = await answers.waitFor(questionKey("crypto_collection", id), read, config.answerTimeoutMs);
    if (minted.json === null) {
      throw new Problem("INTERNAL_ERROR", "No address could be minted. Nothing was created; try again.");
    }
    return { data: minted.json };
  },
});
