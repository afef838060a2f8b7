import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test as plainTest } from "vitest";
import { z } from "zod";
import { createLog, scrub, scrubLine } from "../../sql/logging.ts";
import { referencePattern } from "../../sql/references.ts";
import { decryptIdentity, encryptIdentity } from "../../sql/identity/identity-record.ts";
import { decrypt, encrypt, parseMasterKey } from "../../sql/crypto/encryption.ts";
import { sql } from "../../sql/sql-tag.ts";
import { test } from "../helpers/test.ts";

describe("encrypted columns", () => {
  plainTest(
    "an identity is encrypted afresh each time, and opens for its own merchant, environment and identifier only",
    () => {
      const keys = { current: randomBytes(32) };
      const owner = { merchantId: 1n, environment: "live", type: "bvn", hash: Buffer.from("hash") } as const;
      const record = { identifier: "22222222222", phone: "08012345678", name: "ADAEZE" };
      const encrypted = encryptIdentity(keys, owner, record);
      expect(decryptIdentity(keys, owner, encrypted)).toEqual(record);
      expect(encryptIdentity(keys, owner, record).equals(encrypted)).toBe(false);
      expect(encrypted.includes("22222222222")).toBe(false);
      const others = [
        { ...owner, merchantId: 2n },
        { ...owner, environment: "test" as const },
        { ...owner, type: "nin" as const },
        { ...owner, hash: Buffer.from("other") },
      ];
      for (const other of others) expect(() => decryptIdentity(keys, other, encrypted)).toThrow();
    },
  );

  plainTest("open what they encrypted, with the same key and context only", () => {
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

  plainTest("notice a change of any byte", () => {
    const keys = { current: randomBytes(32) };
    const encrypted = encrypt(keys, "whsec_secret", "context");
    for (let position = 0; position < encrypted.length; position++) {
      const altered = Buffer.from(encrypted);
      altered[position]! ^= 1;
      expect(() => decrypt(keys, altered, "context")).toThrow();
    }
  });

  plainTest("notice where they were cut short, the tag of an empty text included", () => {
    const keys = { current: randomBytes(32) };
    for (const text of ["", "whsec_secret"]) {
      const encrypted = encrypt(keys, text, "context");
      for (let length = 0; length < encrypted.length; length++)
        expect(() => decrypt(keys, encrypted.subarray(0, length), "context"), `${length}`).toThrow();
    }
  });

  plainTest("take a key of 32 bytes, and say so without repeating another", () => {
    expect(parseMasterKey(randomBytes(32).toString("base64"))).toHaveLength(32);
    expect(() => parseMasterKey("c2hvcnQ=")).toThrow(/^(?!.*c2hvcnQ)/);
  });
});

describe("references", () => {
  test("are prefixed, unique, sorted by time and match their pattern", async ({ database }) => {
    const made = await database.anyFirst(sql.type(z.object({ reference: z.string() }))`
      select new_reference('pyt') as reference from generate_series(1, 2000)`);
    expect(new Set(made).size).toBe(2000);
    for (const reference of made) expect(reference).toMatch(referencePattern("pyt"));
    const times = made.map((reference) => reference.slice(4, 14));
    expect(times).toEqual(times.toSorted());
    expect(new Set(made.map((reference) => reference.slice(14))).size).toBe(2000);
  });
});

describe("the log", () => {
  plainTest.for([
    ["BVN 22222222222 failed", "22222222222"],
    ['{"accountNumber":"0123456789"}', "0123456789"],
    ["phone=+2348031234567.", "8031234567"],
    ["key sk_test_abcDEF1234567890abcDEF1234567890", "abcDEF1234567890"],
    ["secret whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw=", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
  ])("masks %s", ([line, secret]) => {
    expect(scrub(line!)).not.toContain(secret);
  });

  plainTest("leaves references, times and small numbers alone", () => {
    const line = '{"time":1763712345678,"reference":"pyt_01m7ynqjaj5z9bcqbdvk5p8610","ms":12345}';
    expect(scrubLine(line)).toBe(`${line}\n`);
  });

  plainTest("masks any eleven digits in a row, whatever stands around them", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.stringMatching(/^[0-9]{11}$/), (before, after, digits) => {
        expect(scrub(`${before}${digits}${after}`)).not.toContain(digits);
      }),
    );
  });

  plainTest("masks wherever a secret stands: message, error, key, depth", () => {
    const lines: string[] = [];
    const log = createLog("test", "info", { write: (line) => void lines.push(line) });
    log.info("raw body: %s", '{"bvn":"22222222222"}\\n22222222222');
    const error = new Error("bad value\n22222222222", { cause: new Error("sk_live_abcdefghijkl") });
    log.error(
      { err: error, a: { b: { c: { d: { e: "22222222222" } } } }, BVN: 22222222222 },
      "about 22222222222",
    );
    expect(lines.join("")).not.toMatch(/22222222222|abcdefghijkl/);
    for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
  });
});
