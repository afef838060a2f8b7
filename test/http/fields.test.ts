import { expect, test } from "vitest";
import { email } from "../../ingress/http/fields.ts";

test.for([
  "ada@example.com",
  "ada.lovelace+cake@mail.example.com",
  "o'brien_7@example.com",
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
