/** The channel on which SQL's notify_answer() tells that a row has the answer that somebody waits for. */
export const ANSWERS_CHANNEL = "answers";

export type Question =
  "name_enquiry" | "kyc_request" | "virtual_account" | "crypto_collection" | "credit" | "host_check";

/** How a notification names the row of a question, as in SQL's notify_answer(). */
export function questionKey(question: Question, id: bigint): string {
  return `${question}:${id}`;
}
