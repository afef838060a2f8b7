import { createCipheriv, createDecipheriv } from "node:crypto";
import { deriveKey, type MasterKeys } from "../process/encryption/encryption.ts";

/** An entry of the ledger on a merchant's available account. */
export type EntryId = { accountId: bigint; journalId: bigint };

const digits = "0123456789abcdefghjkmnpqrstvwxyz";
/** Of base 32, for the 128 bits of a block; the first is below 8, as in a ULID. */
const LENGTH = 26;
const MOST = 2n ** 63n - 1n;

/**
 * The public reference of an entry: its id, encrypted as one block of AES, so that references say nothing about how
 * many there are. It follows from the id alone, and no table holds it.
 */
export function toReference({ current }: MasterKeys, { accountId, journalId }: EntryId): string {
  const id = Buffer.alloc(16);
  id.writeBigUInt64BE(accountId, 0);
  id.writeBigUInt64BE(journalId, 8);
  const cipher = createCipheriv("aes-256-ecb", deriveKey(current, "books"), null).setAutoPadding(false);
  let number = BigInt(`0x${cipher.update(id).toString("hex")}`);
  let text = "";
  for (let digit = 0; digit < LENGTH; digit++, number >>= 5n) text = digits[Number(number & 31n)]! + text;
  return `btx_${text}`;
}

/** The ids that a well-formed reference may name, by either key. One that we never made names no entry. */
export function fromReference({ current, other }: MasterKeys, reference: string): EntryId[] {
  let number = 0n;
  for (const digit of reference.slice("btx_".length)) number = (number << 5n) | BigInt(digits.indexOf(digit));
  const block = Buffer.from(number.toString(16).padStart(32, "0"), "hex");
  const keys = [current, ...(other === undefined ? [] : [other])];
  return keys
    .map((key) => {
      const decipher = createDecipheriv("aes-256-ecb", deriveKey(key, "books"), null).setAutoPadding(false);
      const id = decipher.update(block);
      return { accountId: id.readBigUInt64BE(0), journalId: id.readBigUInt64BE(8) };
    })
    .filter(({ accountId, journalId }) => accountId <= MOST && journalId <= MOST);
}
