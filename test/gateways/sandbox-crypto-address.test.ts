import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { sandboxCryptoAddress } from "../../workers/gateways/sandbox/crypto-address.ts";

const base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const sha256 = (data: Buffer) => createHash("sha256").update(data).digest();

test("a collection has one address on a chain, in the chain's own form", () => {
  expect(sandboxCryptoAddress("ethereum", "col_1")).toMatch(/^0x[0-9a-f]{40}$/);
  expect(sandboxCryptoAddress("ethereum", "col_1")).toBe(sandboxCryptoAddress("ethereum", "col_1"));
  expect(sandboxCryptoAddress("ethereum", "col_2")).not.toBe(sandboxCryptoAddress("ethereum", "col_1"));
  expect(sandboxCryptoAddress("bsc", "col_1")).not.toBe(sandboxCryptoAddress("ethereum", "col_1"));
});

test("wallets take its TRON addresses: 34 characters whose checksum is right", () => {
  for (let index = 0; index < 100; index += 1) {
    const address = sandboxCryptoAddress("tron", `col_${index}`);
    expect(address).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/);
    const value = [...address].reduce((sum, letter) => sum * 58n + BigInt(base58.indexOf(letter)), 0n);
    const bytes = Buffer.from(value.toString(16), "hex");
    expect(bytes[0]).toBe(0x41);
    expect(bytes.subarray(21)).toEqual(sha256(sha256(bytes.subarray(0, 21))).subarray(0, 4));
  }
});
