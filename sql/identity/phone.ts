/** Ways to write +, and what people and apps put between digits or around a number. */
const beside = /[\s\p{Cf}\p{Pd}\p{Default_Ignorable_Code_Point}().,/\u2212]/gu;

/**
 * A Nigerian phone number for comparison: its digits without a leading +234, 00234, 234 or 0. All kinds of spaces,
 * dashes, brackets and pasted invisible characters are ignored; digits of any width count. Null if it contains anything
 * else, such as letters, or is too short.
 */
export function readPhone(text: string): string | null {
  const typed = text.normalize("NFKC").replace(beside, "");
  const digits = /^(?:\+|00)?(\d{7,15})$/.exec(typed)?.[1];
  if (digits === undefined) return null;
  return digits.replace(/^234(?=0?\d{10}$)/, "").replace(/^0/, "");
}

/** Whether two texts are the same phone number: see readPhone(). */
export function isSamePhone(a: string, b: string): boolean {
  const read = readPhone(a);
  return read !== null && read === readPhone(b);
}
