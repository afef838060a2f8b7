/** What a provider's text says of a transfer that it calls failed, beyond that. */
export type FailureMeaning = "ask_again" | "no_float";

/** Our money there did not cover it. Each provider has more than one wording of that. */
const noFloat = ["insufficient fund", "insufficient balance", "sufficient balance", "balance is not enough"];

/**
 * Reads the text of a failed transfer; undefined where it says no more than that it failed. `askAgain`: those of which
 * the provider says that the transfer may succeed yet. Case, spaces and punctuation do not count, and the text may say
 * more than one of them: which is why nothing but this may be concluded from it, and it is not logged.
 */
export function failureMeaning(text: unknown, askAgain: readonly string[] = []): FailureMeaning | undefined {
  if (typeof text !== "string") return undefined;
  const folded = fold(text);
  const says = (phrase: string) => folded.includes(fold(phrase));
  if (askAgain.some(says)) return "ask_again";
  return noFloat.some(says) ? "no_float" : undefined;
}

function fold(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}
