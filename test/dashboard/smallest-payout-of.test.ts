import { expect, test } from "vitest";
import { smallestPayoutOf } from "../../widget/dashboard/limits/smallest-payout-of.ts";

const naira = (value: number) => ({ value, currency: "NGN" });

test("the smallest payout of live is what its gateways take", () => {
  const limits = { largest: naira(500_00), accountDayPayouts: 3 };
  const payout = {
    smallest: naira(100_00),
    smallestLive: naira(10_000),
    largest: naira(900_00),
    live: limits,
    test: limits,
  };
  expect(smallestPayoutOf(payout, "live")).toEqual(naira(10_000));
  expect(smallestPayoutOf(payout, "test")).toEqual(naira(100_00));
});
