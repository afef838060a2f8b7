/** How + is written where there is none, and what people and apps put between digits or around a number. */
const beside = /[\s\p{Cf}\p{Pd}\p{Default_Ignorable_Code_Point}().,/\u2212]/gu;

/**
 * A Nigerian phone number as it is compared: its digits without +234, 00234, 234 or 0 before them. Spaces of each kind,
 * dashes, brackets and the invisible characters that come with a paste do not count; digits of any width do. Null if
 * anything else is in it, such as letters, or less than a phone number: such a text is no number's.
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
