import { createHash } from "node:crypto";
import type { CryptoChain } from "../../../sql/collections/chains.ts";

const base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
/** The first byte of every address of TRON's main network; in base58 it becomes a T. */
const TRON_PREFIX = 0x41;

/**
 * The address that the sandbox provisions for a reference on a chain: always the same, in the chain's own form, and
 * nobody's. Money that is really sent to it is lost.
 */
export function sandboxCryptoAddress(chain: CryptoChain, reference: string): string {
  const account = createHash("sha256").update(`${chain}:${reference}`).digest().subarray(0, 20);
  return chain === "tron" ? tronAddress(account) : `0x${account.toString("hex")}`;
}

/** Base58Check: the prefix, the account, and a checksum of four bytes against mistyped addresses. */
function tronAddress(account: Buffer): string {
  const payload = Buffer.concat([Buffer.of(TRON_PREFIX), account]);
  const checksum = sha256(sha256(payload)).subarray(0, 4);
  let rest = BigInt(`0x${Buffer.concat([payload, checksum]).toString("hex")}`);
  let address = "";
  for (; rest > 0n; rest /= 58n) address = base58[Number(rest % 58n)]! + address;
  return address;
}

function sha256(data: Buffer): Buffer {
  return createHash("sha256").update(data).digest();
}
