import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decrypt, encrypt, parseMasterKey } from "../../sql/process/encryption/encryption.ts";

describe("encrypted columns", () => {
  test("open what they encrypted, with the same key and context only", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string(), (text, context) => {
        const keys = { current: randomBytes(32) };
        const encrypted = encrypt(keys, text.toWellFormed(), context);
        expect(decrypt(keys, encrypted, context)).toBe(text.toWellFormed());
        expect(() => decrypt(keys, encrypted, `${context}.`)).toThrow();
        const changed = { current: randomBytes(32), other: keys.current };
        expect(decrypt(changed, encrypted, context)).toBe(text.toWellFormed());
        expect(() => decrypt({ current: changed.current }, encrypted, context)).toThrow(
          "another SERVICE_ENCRYPTION_KEY",
        );
      }),
    );
  });

  test("notice a change of any byte", () => {
    const keys = { current: randomBytes(32) };
    const encrypted = encrypt(keys, "whsec_secret", "context");
    for (let position = 0; position < encrypted.length; position++) {
      const altered = Buffer.from(encrypted);
      altered[position]! ^= 1;
      expect(() => decrypt(keys, altered, "context")).toThrow();
    }
  });

  test("notice where they were cut short, the tag of an empty text included", () => {
    const keys = { current: randomBytes(32) };
    for (const text of ["", "whsec_secret"]) {
      const encrypted = encrypt(keys, text, "context");
      for (let length = 0; length < encrypted.length; length++)
        expect(() => decrypt(keys, encrypted.subarray(0, length), "context"), `${length}`).toThrow();
    }
  });

  test("take a key of 32 bytes, and say so without repeating another", () => {
    expect(parseMasterKey(randomBytes(32).toString("base64"))).toHaveLength(32);
    expect(() => parseMasterKey("c2hvcnQ=")).toThrow(/^(?!.*c2hvcnQ)/);
  });
});
