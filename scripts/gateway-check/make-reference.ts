import { randomBytes } from "node:crypto";

const letters = "0123456789abcdefghjkmnpqrstvwxyz";

/** A new reference in our format: a prefix, and 26 letters and digits. */
export function makeReference(prefix: "pyt" | "va" | "col" | "crd" | "idr"): string {
  return `${prefix}_${[...randomBytes(26)].map((byte) => letters[byte % 32]).join("")}`;
}
