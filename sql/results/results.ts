/** The channel on which SQL's notify_results() announces that a row has its result. */
export const RESULTS_CHANNEL = "results";

/** The results that a request can wait for; for a person, the end of a session. */
export const resultKinds = [
  "name_enquiry",
  "identity_check",
  "virtual_account",
  "crypto_collection",
  "credit",
  "host_check",
  "person",
] as const;
export type ResultKind = (typeof resultKinds)[number];

/** A row's name in notifications, as in SQL's notify_results(). */
export function resultKey(kind: ResultKind, id: bigint): string {
  return `${kind}:${id}`;
}
