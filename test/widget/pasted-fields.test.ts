import { expect, test } from "vitest";
import { pastedEmail } from "../../ingress/http/fields.ts";
import { checkDetails, readDetails } from "../../widget/checkout/details/check-details.ts";
import { parseNaira } from "../../widget/checkout/money.ts";
import { readCode } from "../../widget/dashboard/components/forms/pasted.ts";

test.for(["\u00a0o'brien+tag@example.com\u200b", "\u2060 o'brien+tag@example.com\n"])(
  "the checkout takes %j as the payer's address",
  (typed) => {
    expect(checkDetails({ email: typed }, undefined)).toEqual({});
    expect(readDetails({ email: typed })).toEqual({ email: "o'brien+tag@example.com" });
    expect(pastedEmail.parse(typed)).toBe("o'brien+tag@example.com");
  },
);

test.for([`${"a".repeat(250)}@example.com`, "ada\u200b@example.com", "\u200b"])(
  "the checkout says what is wrong with %j as an address",
  (typed) => {
    expect(checkDetails({ email: typed }, undefined).email).toMatch(/^Enter /);
    expect(pastedEmail.safeParse(typed).success).toBe(false);
  },
);

test.for([
  "\u20665\u00a0000.50\u2069",
  "₦\u202f5,000.50\u200b",
  "NGN\u00a05\u2009000.5",
  "5,000.50 ngn",
  "₦5000.50",
])("%j is an amount in naira", (typed) => {
  expect(parseNaira(typed)).toBe(500_050);
});

test.for(["5 00", "5 000,50", "12 34", "5,000 000", "₦", "USD 5000", "5000 6000"])(
  "%j is no clear amount in naira",
  (typed) => {
    expect(parseNaira(typed)).toBeUndefined();
  },
);

test.for([
  ["RC\u00a0123\u20094567\u200b", "RC1234567"],
  ["\u206612345678\u20110001\u2069", "12345678-0001"],
  [" 0803\u202f123\u00a04567\n", "08031234567"],
] as const)("the dashboard takes %j as the code %s", ([pasted, code]) => {
  expect(readCode(pasted)).toBe(code);
});
