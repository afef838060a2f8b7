/** The channel on which SQL's notify_result() tells that a row has the answer that somebody waits for. */
export const RESULTS_CHANNEL = "results";

export type ResultKind =
  "name_enquiry" | "identity_check" | "virtual_account" | "crypto_collection" | "credit" | "host_check";

/** How a notification names the row of a question, as in SQL's notify_result(). */
export function resultKey(kind: ResultKind, id: bigint): string {
  return `${kind}:${id}`;
}
