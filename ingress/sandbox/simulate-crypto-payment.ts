import { z } from "zod";
import { readCredit, simulateCryptoPayment as simulate } from "../../sql/collections/credits/credits.ts";
import { chain, token } from "../collections/collection-fields.ts";
import { reference } from "../http/fields.ts";
import { invalid, notFound, Problem } from "../http/problems.ts";
import { route } from "../http/route.ts";
import { waitForResult } from "../results/wait-for-result.ts";

const alreadySettled = () => new Problem("SANDBOX_SIMULATION_FAILED", "The collection has already settled.");

/** Acts as the payer of a test crypto collection. Responds to a confirmed payment after it is booked. */
export const simulateCryptoPayment = route({
  method: "post",
  path: "/v1/sandbox/simulate/crypto-payment",
  summary: "Simulate a crypto payment; with confirmNow false it stays confirming",
  scope: null,
  testKeyOnly: true,
  request: {
    body: z.object({
      reference: reference("col"),
      chain: chain
        .describe("The chain to pay on. Defaults to the collection's chain, or polygon if it accepts any.")
        .optional(),
      token: token
        .describe("The token to pay with. Defaults to the collection's token, or USDC if it accepts any.")
        .optional(),
      confirmNow: z
        .boolean({ error: "must be true or false" })
        .describe("If false, the collection stays confirming and nothing is credited.")
        .default(true),
    }),
  },
  success: {
    status: 200,
    data: z.object({
      simulated: z.literal(true),
      reference: reference("col"),
      status: z.enum(["confirming", "succeeded"]),
      chain,
      token,
    }),
  },
  errors: ["NOT_FOUND", "SANDBOX_SIMULATION_FAILED"],
  handler: async ({ caller, body }, context) => {
    const simulation = await simulate(context.database, {
      merchantId: caller.merchantId,
      reference: body.reference,
      chain: body.chain,
      token: body.token,
      confirmNow: body.confirmNow,
    });
    const { outcome } = simulation;
    if (outcome === "not_found") throw notFound();
    if (outcome === "chain_mismatch") throw invalid({ chain: "must be the collection's chain" });
    if (outcome === "token_mismatch") throw invalid({ token: "must be the collection's token" });
    if (outcome !== "simulated") throw alreadySettled();

    const { creditId: id, paidChain, paidToken } = simulation;
    const paid = {
      simulated: true,
      reference: body.reference,
      chain: paidChain,
      token: paidToken,
    } as const;
    if (id === null) return { data: { ...paid, status: "confirming" } };
    const booked = await waitForResult(context, "credit", id, readCredit);
    if (booked !== "settled") throw alreadySettled();
    return { data: { ...paid, status: "succeeded" } };
  },
});
