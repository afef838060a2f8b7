/**
 * Text on one line, without control characters and without those that change the direction of the text around it: with
 * these a title could make a payer read another amount or another name than is there. U+2028 and U+2029 break lines
 * too.
 */
export const oneLine = /^[^\p{Cc}\p{Cs}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]*$/u;

/** As oneLine, on any number of lines. */
export const manyLines = /^(?:[^\p{Cc}\p{Cs}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|\n)*$/u;

/**
 * Whether a text is visible: a letter, a digit, a sign or an emoji. All kinds of spaces, fillers that count as letters
 * (U+3164), the empty Braille pattern and zero-width characters are not.
 */
export function isVisible(text: string): boolean {
  return /[[\p{L}\p{N}\p{P}\p{S}]--[\p{Default_Ignorable_Code_Point}\u2800]]/v.test(text);
}
