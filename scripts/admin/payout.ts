import { z } from "zod";
import { decidePayout } from "../../sql/payouts/decisions.ts";
import { CliError } from "../cli/cli-error.ts";
import { oneOfFlag } from "../cli/flags.ts";
import { command, reasonFlag } from "./command.ts";

/** Why a decision is refused; nothing changes then. */
const refusals = {
  not_found: ["NOT_FOUND", "there is no such payout"],
  no_decision_needed: [
    "NO_DECISION_NEEDED",
    "this payout needs no decision: nobody has to decide, or somebody has",
  ],
  not_covered: [
    "INSUFFICIENT_BALANCE",
    "the merchant's available balance does not cover what has to be taken again: see docs/ledger.md",
  ],
  moved_before: [
    "STATE_CONFLICT",
    "an earlier decision moved this payout's money so already: a second time needs a developer",
  ],
} as const;

export const payoutCommands = {
  decide: command({
    summary: "Decide the outcome of a payout or refund that needs a person, and move its money",
    writes: true,
    flags: z.object({
      reference: z
        .string()
        .regex(/^(?:pyt|rfd)_[0-9a-z]+$/, "must be the reference of a payout or refund, pyt_... or rfd_...")
        .describe("its reference, pyt_... or rfd_..."),
      outcome: oneOfFlag(["succeeded", "failed"]).describe("whether the recipient has the money"),
      reason: reasonFlag,
    }),
    run: async ({ database, acting }, { reference, outcome }) => {
      const verdict = await decidePayout(database, { reference, outcome, acting });
      if (verdict.outcome === "decided") return { payout: verdict.payout };
      const [code, message] = refusals[verdict.outcome];
      throw new CliError(code, message);
    },
  }),
};
