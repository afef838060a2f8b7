import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { decryptIdentity, encryptIdentity } from "../../sql/identity/identity-record.ts";

test("an identity is encrypted afresh each time, and opens for its own merchant, environment and identifier only", () => {
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
});
