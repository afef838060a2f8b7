/** The interbank network carries fewer than the 140 characters that merchants may write. */
const LONGEST = 100;

/** Typographic characters that stand for a plain one. */
const plain = new Map([
  ...["‘", "’", "‚", "′"].map((quote) => [quote, "'"] as const),
  ...["“", "”", "„", "″"].map((quote) => [quote, '"'] as const),
  ...["‐", "‑", "–", "—", "−"].map((dash) => [dash, "-"] as const),
  ["₦", "N"],
]);

/**
 * A narration for providers: at most a hundred plain characters, the same in each attempt. It's not documented what
 * happens to others; the transfer might be refused. Null if nothing is left.
 */
export function plainNarration(narration: string | null): string | null {
  const text = [...(narration ?? "").normalize("NFKD")]
    .map((character) => plain.get(character) ?? character)
    .join("")
    .replace(/\p{M}/gu, "")
    .replace(/[^\x20-\x7e]+/g, " ")
    .replace(/ +/g, " ");
  return text.trim().slice(0, LONGEST).trim() || null;
}
