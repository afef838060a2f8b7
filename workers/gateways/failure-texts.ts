/** What a provider's text adds about a failed transfer. */
export type FailureMeaning = "poll_again" | "no_float";

/** Our balance there was too low. Each provider has several wordings. */
const noFloat = ["insufficient fund", "insufficient balance", "sufficient balance", "balance is not enough"];

/**
 * Reads the text of a failed transfer; undefined if it only says that it failed. `pollAgain`: texts of transfers that
 * may still succeed, according to the provider. Case, spaces and punctuation don't count. The text may match several,
 * so nothing else may be concluded from it, and it is not logged.
 */
export function failureMeaning(text: unknown, pollAgain: readonly string[] = []): FailureMeaning | undefined {
  if (typeof text !== "string") return undefined;
  const folded = fold(text);
  const says = (phrase: string) => folded.includes(fold(phrase));
  if (pollAgain.some(says)) return "poll_again";
  return noFloat.some(says) ? "no_float" : undefined;
}

function fold(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}
