import { z } from "zod";
import { questionKey } from "../../sql/answers.ts";
import { readCredit, simulateCollectionSuccess as simulate } from "../../sql/queries/credits.ts";
import { reference } from "../fields.ts";
import { notFound, Problem } from "../problems.ts";
import { route } from "../route.ts";

const settledAlready = () => new Problem("SANDBOX_SIMULATION_FAILED", "The collection has already settled.");

/** Plays the payer of a test account. Answers once the settlement has committed, which a worker does. */
export const simulateCollectionSuccess = route({
  method: "post",
  path: "/v1/sandbox/simulate/collection-success",
  summary: "Pay into a test virtual account what it expects",
  scope: null,
  testKeyOnly: true,
  request: { body: z.object({ virtualAccountReference: reference("va") }) },
  response: { 200: z.object({ simulated: z.literal(true) }) },
  errors: ["NOT_FOUND", "SANDBOX_SIMULATION_FAILED"],
  handler: async ({ caller, body }, { database, answers, config }) => {
    const { outcome, credit_id: id } = await simulate(
      database,
      caller.merchantId,
      body.virtualAccountReference,
    );
    if (outcome === "not_found") throw notFound();
    if (outcome === "already_settled") throw settledAlready();
    if (outcome === "expired" || id === null) {
      throw new Problem("SANDBOX_SIMULATION_FAILED", "The virtual account has expired.");
    }
    const read = async () => (await readCredit(database, id)) ?? undefined;
    const booked = await answers.waitFor(questionKey("credit", id), read, config.answerTimeoutMs);
    if (booked !== "settled") throw settledAlready();
    return { data: { simulated: true } };
  },
});
