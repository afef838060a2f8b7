import { z } from "zod";
import { readCredit, simulateCollectionSuccess as simulate } from "../../sql/collections/credits/credits.ts";
import { collectionRange } from "../collections/collection-fields.ts";
import { money, printable, reference } from "../http/fields.ts";
import { notFound, Problem } from "../http/problems.ts";
import { route } from "../http/route.ts";
import { waitForResult } from "../results/wait-for-result.ts";

/** The amount that is paid, which may be too little. */
const paidAmount = money({ ...collectionRange, from: 1 });

const yesOrNo = z.boolean({ error: "must be true or false" }).default(false);

/** Acts as the payer of a test account. Responds after a worker has booked the payment, with any outcome. */
export const simulateCollectionSuccess = route({
  method: "post",
  path: "/v1/sandbox/simulate/collection-success",
  summary: "Simulate a bank transfer: exact, under, over, late, paid or reported twice",
  scope: null,
  testKeyOnly: true,
  request: {
    body: z.object({
      virtualAccountReference: reference("va"),
      amount: paidAmount.describe("The amount the payer sends. Defaults to the amount still due.").optional(),
      late: yesOrNo.describe("The account expires before the payment arrives."),
      duplicate: yesOrNo.describe("The bank reports the same transaction twice."),
      again: yesOrNo.describe(
        "The payer pays once more, although the collection was paid: the money is unmatched. The whole amount, unless one is given.",
      ),
      senderName: printable(200).describe("The payer's name, as reported by the bank.").optional(),
    }),
  },
  success: { status: 200, data: z.object({ simulated: z.literal(true) }) },
  errors: ["NOT_FOUND", "SANDBOX_SIMULATION_FAILED"],
  handler: async ({ caller, body }, context) => {
    const { outcome, creditId: id } = await simulate(context.database, {
      merchantId: caller.merchantId,
      reference: body.virtualAccountReference,
      amount: body.amount?.value,
      late: body.late,
      duplicate: body.duplicate,
      again: body.again,
      senderName: body.senderName,
    });
    if (outcome === "not_found") throw notFound();
    if (outcome === "expired") {
      throw new Problem(
        "SANDBOX_SIMULATION_FAILED",
        "The virtual account has expired. Set `late` to true to simulate a late payment.",
      );
    }
    if (outcome === "nothing_due") {
      throw new Problem(
        "SANDBOX_SIMULATION_FAILED",
        "The full amount was already paid and is being reviewed. Set `amount` to simulate another payment.",
      );
    }
    if (outcome === "too_many") {
      throw new Problem(
        "SANDBOX_SIMULATION_FAILED",
        "This collection has reached the sandbox's limit of 1,000 payments. Open another one.",
      );
    }
    if (outcome === "already_settled" || id === null) {
      throw new Problem("SANDBOX_SIMULATION_FAILED", "The collection has already settled.");
    }
    await waitForResult(context, "credit", id, readCredit);
    return { data: { simulated: true } };
  },
});
