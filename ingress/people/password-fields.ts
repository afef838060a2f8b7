import { z } from "zod";
import { invalid } from "../http/problems.ts";

const SHORTEST = 12;
const LONGEST = 200;

const rule = `must be ${SHORTEST} to ${LONGEST} characters`;

/** A new password. Checks its length only; requireGoodPassword() checks the rest. */
export const newPassword = z
  .string({ error: rule })
  .max(4 * LONGEST, { error: rule })
  .refine(hasLength, { error: rule })
  .meta({ rule });

/**
 * Whether a normalized password has the right number of characters. A text that is too long in any form is refused
 * before it is normalized: a body full of combining marks would block the process for seconds.
 */
function hasLength(password: string): boolean {
  if (password.length > 4 * LONGEST) return false;
  const { length } = [...password.normalize("NFKC")];
  return length >= SHORTEST && length <= LONGEST;
}

const givenRule = `must be text of 1 to ${4 * LONGEST} characters`;

/** A password to compare with the stored one; of any length that one may have had. */
export const givenPassword = z
  .string({ error: givenRule })
  .min(1, { error: givenRule })
  .max(4 * LONGEST, { error: givenRule })
  .meta({ rule: givenRule });

/** What the most common passwords of 12 characters and more are made of; digits and signs around it add little. */
const common = [
  ...[
    "password",
    "passw0rd",
    "passwort",
    "motdepasse",
    "qwerty",
    "qwertyuiop",
    "qwertyuiopasdfghjkl",
    "azerty",
  ],
  ...["asdfgh", "asdfghjkl", "zxcvbn", "zxcvbnm", "qazwsx", "qazwsxedc", "iloveyou", "letmein", "welcome"],
  ...["admin", "administrator", "changeme", "secret", "monkey", "dragon", "football", "baseball", "princess"],
  ...[
    "sunshine",
    "superman",
    "batman",
    "trustno",
    "abcdef",
    "abcdefgh",
    "abcdefghijkl",
    "nigeria",
    "lagos",
    "abuja",
  ],
  ...[
    "jesus",
    "jesuschrist",
    "godisgood",
    "godislove",
    "payment",
    "payments",
    "paystack",
    "dashboard",
    "test",
    "demo",
  ],
];
const rows = [
  "01234567890123456789",
  "98765432109876543210",
  "qwertyuiopasdfghjklzxcvbnm",
  "abcdefghijklmnopqrstuvwxyz",
];

/**
 * Raises VALIDATION_ERROR with `details[field]` if a new password is among the first that anybody would try: a common
 * one, one repeated character or row of keys, or the person's own address or business.
 */
export function requireGoodPassword(field: string, password: string, own: readonly (string | null)[]): void {
  const typed = password.normalize("NFKC").toLowerCase();
  const letters = typed.replace(/[^\p{L}\p{N}]/gu, "");
  const words = typed.replace(/[^\p{L}]/gu, "");
  const isOwn = own.some((text) => text !== null && squeeze(text) !== "" && letters === squeeze(text));
  if (isOwn || own.some((text) => text !== null && typed === text.toLowerCase())) {
    throw invalid({ [field]: "must not be your email address or your business's name" });
  }
  const isRow = rows.some((row) => row.includes(letters)) || new Set(letters).size <= 3;
  const isCommon = common.some((word) => isRepeated(words, word));
  if (isRow || (words !== "" && isCommon)) {
    throw invalid({ [field]: "is one of the first passwords that anybody would try: choose another" });
  }
}

/** Whether a text is a word, once or several times: "password", "passwordpassword". */
function isRepeated(text: string, word: string): boolean {
  return text.length % word.length === 0 && text === word.repeat(text.length / word.length);
}

function squeeze(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}
