import { z } from "zod";

const payerMembers = ["name", "bankName", "accountNumber"] as const;

/**
 * Who paid, as reported by a provider. A payment is never refused because of these members: text is cleaned, and what
 * is not text is left out. Undefined if nothing is left.
 */
export const reportedPayer = z
  .unknown()
  .transform((given) => {
    const members = payerMembers.flatMap((name): [string, string][] => {
      const text = clean((given as Record<string, unknown> | null)?.[name]);
      return text === "" ? [] : [[name, text]];
    });
    return members.length === 0 ? undefined : Object.fromEntries(members);
  })
  .meta({
    wire: {
      type: "object",
      properties: Object.fromEntries(payerMembers.map((name) => [name, { type: "string" }])),
    },
  })
  .describe("Who paid, if known. Values that are not text are ignored.")
  .optional();

/** Makes one line of at most 200 characters from any text; empty if the value is not text. */
function clean(value: unknown): string {
  if (typeof value !== "string") return "";
  const line = value.replace(/[\p{Cc}\p{Cs}\p{Bidi_Control}]/gu, " ").trim();
  return line
    .slice(0, 200)
    .replace(/\p{Cs}$/u, "")
    .trimEnd();
}
