import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dollars, format, naira } from "../../sdk/node/money.ts";

describe("money", () => {
  test("is exact from text, and from whole numbers", () => {
    expect(naira("2,500.50")).toEqual({ value: 250_050, currency: "NGN" });
    const kobo = ["0.29", " 1,234,567.8 ", "0", 2500, "90071992547409.91"].map(
      (amount) => naira(amount).value,
    );
    expect(kobo).toEqual([29, 123_456_780, 0, 250_000, Number.MAX_SAFE_INTEGER]);
    expect(dollars("25")).toEqual({ value: 2_500, currency: "USD" });
  });

  test.each([
    "",
    "2.505",
    "1,00",
    "1,0000",
    "-5",
    "1e3",
    "₦5",
    ".5",
    "5.",
    "0x10",
    "٥",
    "90071992547409.92",
    0.29,
    NaN,
  ])("refuses %s", (amount) => {
    expect(() => naira(amount)).toThrow(/is no exact amount/);
  });

  test("what format writes, naira reads", () => {
    expect(format({ value: 250_050, currency: "NGN" })).toBe("₦2,500.50");
    expect(format({ value: -5, currency: "USD" })).toBe("-$0.05");
    expect(format({ value: Number.MAX_SAFE_INTEGER, currency: "NGN" })).toBe("₦90,071,992,547,409.91");
    fc.assert(
      fc.property(fc.maxSafeNat(), (value) => {
        expect(naira(format({ value, currency: "NGN" }).replace("₦", ""))).toEqual({
          value,
          currency: "NGN",
        });
      }),
    );
  });
});
