import { z } from "zod";

const payerMembers = ["name", "bankName", "accountNumber"] as const;

/**
 * Who paid, as a provider says. Nobody's money is refused over it: members are mended where they are text, and left out
 * where they are not; undefined where nothing is left.
 */
export const reportedPayer = z
  .unknown()
  .transform((given) => {
    const members = payerMembers.flatMap((name): [string, string][] => {
      const text = mend((given as Record<string, unknown> | null)?.[name]);
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
  .describe("Who paid, as far as it is known. What is no text is left out, and nothing refused over it.")
  .optional();

/** Text of one line, 200 characters at most, out of any; empty where there is none. */
function mend(value: unknown): string {
  if (typeof value !== "string") return "";
  const line = value.replace(/[\p{Cc}\p{Cs}]/gu, " ").trim();
  return line
    .slice(0, 200)
    .replace(/\p{Cs}$/u, "")
    .trimEnd();
}
