import { createTestPayouts } from "../create-test-payouts.ts";

/** Payouts that succeed and are reversed two seconds later: a worker's earlier knowledge is wrong. */
export const load = createTestPayouts({
  name: "reversed payouts",
  share: 0.1,
  accounts: ["0000000003"],
  payer: "one of its own",
});
