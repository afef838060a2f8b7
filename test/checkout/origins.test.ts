import { describe, expect } from "vitest";
import { parseOrigin } from "../../sql/checkout/origin.ts";
import { addOrigin, listOrigins } from "../../sql/checkout/origins.ts";
import { createFundedMerchant } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";

const exact = [
  "https://shop.example.com",
  "https://shop.example.com:8443",
  "https://xn--bcher-kva.example",
  "https://203.0.113.7",
  "https://[2001:db8::1]:8443",
  "https://localhost",
  "http://localhost",
  "http://localhost:5173",
];

const refused = [
  "*",
  "null",
  "",
  "https://",
  "https://a.com/",
  "https://a.com/path",
  "https://a.com?x",
  "https://a.com#x",
  "https://*.a.com",
  "https://*",
  "https://a.com:*",
  "https://a.com:443:443",
  "https://a.com:0443",
  "https://a.com:80/",
  "https://a.com:99999",
  "https://a.com:",
  "https://user@a.com",
  "https://user:pw@a.com",
  "https://a.com.",
  "https://a..com",
  "https://-a.com",
  "https://bücher.example",
  "https://a.com https://evil.example",
  "https://a.com;script-src *",
  "https://a.com;",
  "https://a.com,https://evil.example",
  "https://a.com\nX-Injected: 1",
  "https://a.com\r\n",
  " https://a.com",
  "https://a.com'unsafe-inline'",
  "https://0x7f000001",
  "https://2130706433",
  "//a.com",
  "a.com",
  "ftp://a.com",
  "file://",
  "data:text/html,x",
  "javascript:alert(1)",
  "http://a.com",
  "http://127.0.0.1:5173",
  "http://localhost.evil.com",
  "http://localhost:5173/",
  "http://localhost@evil.com",
  "http://notlocalhost",
];

describe("an origin of the embedding allowlist", () => {
  test.for(exact)("may be %s", async (origin, { fileDatabase }) => {
    expect(parseOrigin(origin)).toBe(origin);
    expect(parseOrigin(origin.toUpperCase())).toBe(origin);
    const { merchantId } = await createFundedMerchant(fileDatabase);
    await addOrigin(fileDatabase, { merchantId, origin, acting: {} });
    expect(await listOrigins(fileDatabase, merchantId)).toEqual([origin]);
  });

  test.for([
    ["https://shop.example.com:443", "https://shop.example.com"],
    ["https://[2001:db8::443]:443", "https://[2001:db8::443]"],
    ["http://localhost:80", "http://localhost"],
    ["http://localhost:443", "http://localhost:443"],
  ] as const)("may be %s, and is %s", ([text, origin]) => {
    expect(parseOrigin(text)).toBe(origin);
  });

  test.for(refused)("may not be %j", (origin) => {
    expect(parseOrigin(origin)).toBeUndefined();
  });

  test("that could end the header's value is refused by the table too", async ({ fileDatabase }) => {
    const { merchantId } = await createFundedMerchant(fileDatabase);
    for (const origin of ["https://a.com;script-src", "https://a.com,x", "https://*.a.com", "http://a.com"])
      await expect(addOrigin(fileDatabase, { merchantId, origin, acting: {} })).rejects.toThrow();
    expect(await listOrigins(fileDatabase, merchantId)).toEqual([]);
  });
});
