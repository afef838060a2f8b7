import { createTestPayouts, testAccounts } from "../create-test-payouts.ts";

/** Reversals are heard of, and lost responses are asked about. */
export const load = createTestPayouts({
  name: "test payouts",
  share: 0.3,
  accounts: testAccounts,
  payer: "everybody",
});
