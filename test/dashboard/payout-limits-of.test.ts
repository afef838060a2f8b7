import { expect, test } from "vitest";
import { payoutLimitsOf, smallestPayoutOf } from "../../widget/dashboard/limits/payout-limits-of.ts";

const naira = (value: number) => ({ value, currency: "NGN" });
const bounds = { smallest: naira(100_00), largest: naira(900_00) };
const live = { largest: naira(500_00), accountDayPayouts: 3 };

test("the limits of payouts are those of the environment", () => {
  expect(payoutLimitsOf({ ...bounds, live, test: { largest: naira(700_00) } }, "live")).toBe(live);
});

test("of an older ingress, which a page meets during a deploy, the largest payout is known alone", () => {
  expect(payoutLimitsOf(bounds, "live")).toEqual({ largest: naira(900_00) });
});

test("the smallest payout of live is what its gateways take", () => {
  const payout = { ...bounds, smallestLive: naira(10_000), live, test: live };
  expect(smallestPayoutOf(payout, "live")).toEqual(naira(10_000));
  expect(smallestPayoutOf(payout, "test")).toEqual(naira(100_00));
});
