import { randomBytes } from "node:crypto";
import { hashRecoveryCode } from "../../sql/factors/second-factors.ts";

const HOW_MANY = 10;
/** No letters that look like digits. */
const alphabet = "abcdefghjkmnpqrstuvwxyz023456789";

/** New recovery codes, of 80 random bits each, to be shown once; and their hashes, which are stored. */
export function makeRecoveryCodes(): { codes: string[]; hashes: Buffer[] } {
  const codes = Array.from({ length: HOW_MANY }, () => {
    const letters = Array.from(randomBytes(16), (byte) => alphabet[byte & 31]).join("");
    return letters.replace(/(.{4})(?=.)/g, "$1-");
  });
  return { codes, hashes: codes.map(hashRecoveryCode) };
}
