import { expect, test } from "vitest";
import { email, lines, printable } from "../../ingress/http/fields.ts";
import { personEmail } from "../../ingress/people/person-fields.ts";
import { recoveryCodeField, totpCodeField } from "../../ingress/sessions/prove-second-factor.ts";
import { cleanPayer } from "../../sql/collections/clean-payer.ts";

test.for([
  "ada@example.com",
  "ada.lovelace+cake@mail.example.com",
  "o'brien_7@example.com",
  "a!#$%&'*+/=?^_`{|}~-b@example.com",
  "adé@ìwé.ng",
  "ade\u0301@i\u0300we\u0301.ng",
  "adé@xn--w-sfa7c.ng",
  "用户@例子.公司",
  "मोहन@डाटा.भारत",
])("%s is an email address", (address) => {
  expect(email.safeParse(address)).toEqual({ success: true, data: address });
});

test.for([
  "",
  "ada",
  "ada@",
  "@example.com",
  "ada@example",
  "ada@@example.com",
  "ada..x@example.com",
  ".ada@example.com",
  "ada@.com",
  "ada@example..com",
  "ada@example.com.",
  "ada@10.0.0.1",
  "ada b@example.com",
  "ada@exa mple.com",
  "ada@example.com\nbcc: x@example.com",
  '"ada"@example.com',
  "Ada <ada@example.com>",
  "ada@example.com,eve@example.com",
  "a\u202Eda@example.com",
  "a\u200Bda@example.com",
  `${"a".repeat(250)}@example.com`,
])("%j is not", (address) => {
  expect(email.safeParse(address).error?.issues[0]?.message).toBe("must be an email address");
});

test.for([
  ...[
    "",
    " ",
    "\u00a0\u2009\u3000",
    "\u200b",
    "\u3164",
    "\u2800",
    "\u115f\u1160\uffa0",
    "\ufeff\u00ad\u2060",
  ],
  ...["\u2800 \u3164\u200b", "\ufe0f\u034f", "\u{e0061}"],
])("%j is nothing to see: no title, name or narration", (text) => {
  expect(printable(100).safeParse(text).success).toBe(false);
  expect(lines(1, 100).safeParse(text).success).toBe(false);
  expect(cleanPayer({ name: text })).toBeUndefined();
});

test("text has no line breaks of any kind where it is on one line", () => {
  for (const text of ["a\u2028b", "a\u2029b", "a\nb", "a\u0085b", "a\u000bb"])
    expect([text, printable(100).safeParse(text).success]).toEqual([text, false]);
  expect(lines(1, 100).safeParse("a\nb").success).toBe(true);
  expect(lines(1, 100).safeParse("a\u2028b").success).toBe(false);
  expect(cleanPayer({ name: "ADA\u2028OBI" })).toEqual({ name: "ADA OBI" });
});

test.for(["\u200bAda@Example.com\ufeff", "\u00a0\u202aada@example.com\u202c ", "ada@example.com\n"])(
  "%j is what a paste makes of an address",
  (typed) => {
    expect(personEmail.parse(typed)).toBe("ada@example.com");
  },
);

test.for(["123\u00a0456", "123-456", " 123\u2009456\u200b", "\u202a123456\u202c", "１２３４５６"])(
  "%j is the code that an app shows",
  (typed) => {
    expect(totpCodeField.parse(typed)).toBe("123456");
  },
);

test.for([
  "abcd\u00a0efgh jkmn\u2009pqrs",
  "\ufeffABCD\u2013efgh\u2011jkmn-pqrs\u200b\n",
  "\u202aabcd-efgh-jkmn-pqrs\u202c",
])("%j is a recovery code as it was pasted", (typed) => {
  expect(recoveryCodeField.parse(typed).toLowerCase()).toBe("abcdefghjkmnpqrs");
});

test.for(["abcd-efgh-jkmn", "abcd.efgh.jkmn.pqrs", "", "\u200b"])("%j is no recovery code", (typed) => {
  expect(recoveryCodeField.safeParse(typed).error?.issues[0]?.message).toBe(
    "must be one of your recovery codes",
  );
});

test.for(["12345", "1234567", "12345a", "", "123.456"])("%j is no code of an app", (typed) => {
  expect(totpCodeField.safeParse(typed).error?.issues[0]?.message).toMatch(/^must be the six-digit code/);
});

test.for(["Ọ̀ṣun", "₦", "😀", "👩‍👩‍👧", "7", "-", "نقد", "\u200bA", "하나"])("%s can be seen", (text) => {
  expect(printable(100).safeParse(text)).toEqual({ success: true, data: text });
});
