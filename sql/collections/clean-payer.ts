import { isVisible } from "../formats/plain-text.ts";

export const payerMembers = ["name", "bankName", "accountNumber"] as const;

/** A payer as reported by a provider: text is cleaned, anything else omitted. Undefined if nothing is left. */
export function cleanPayer(given: unknown): Record<string, string> | undefined {
  const members = payerMembers.flatMap((name): [string, string][] => {
    const text = clean((given as Record<string, unknown> | null | undefined)?.[name]);
    return text === "" ? [] : [[name, text]];
  });
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

/** Makes one line of at most 200 characters from any text; empty if the value is not text. */
function clean(value: unknown): string {
  if (typeof value !== "string") return "";
  const line = value.replace(/[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/gu, " ").trim();
  if (!isVisible(line)) return "";
  return line
    .slice(0, 200)
    .replace(/\p{Cs}$/u, "")
    .trimEnd();
}
