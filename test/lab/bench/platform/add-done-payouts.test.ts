import { expect } from "vitest";
import { sumBalanceDays } from "../../../../sql/books/balance-days.ts";
import { balancesOf, createFundedMerchant, ledgerDrift } from "../../../helpers/records.ts";
import { test } from "../../../helpers/test.ts";
import { addDonePayouts } from "./add-done-payouts.ts";

test("finished payouts of several merchants are added to books that agree", async ({
  database,
  databaseUrl,
}) => {
  const merchants = [
    await createFundedMerchant(database, 100_000n, "live"),
    await createFundedMerchant(database, 100_000n, "live"),
  ];

  await addDonePayouts({ databaseUrl, merchants }, 10);

  for (const merchant of merchants)
    expect(await balancesOf(database, merchant)).toEqual({ available: 40_000, reserved: 0 });
  expect(await ledgerDrift(database)).toEqual([]);
  expect(await sumBalanceDays(database)).toBe(0);
});
