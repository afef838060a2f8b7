import { createTestPayouts, testAccounts } from "../create-test-payouts.ts";

/** Reversals are found, and lost responses are polled. */
export const load = createTestPayouts({
  name: "test payouts",
  share: 0.3,
  accounts: testAccounts,
  payer: "everybody",
});
