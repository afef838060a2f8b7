import { refused, unavailable, unexplained } from "../identity-errors.ts";
import type { Unknown } from "../gateway.ts";

/**
 * The documented statuses (docs.dojah.io, "Response codes"). `record` and `answer` are read further: the record that
 * was found, and a refusal that may mean that there is none.
 */
export const meanings = new Map<number, "record" | "answer" | "refused" | "unavailable">([
  [200, "record"],
  [400, "answer"],
  // Our key, balance or permissions; and 405 for an endpoint that is switched off.
  [401, "refused"],
  [402, "refused"],
  [403, "refused"],
  [404, "answer"],
  [405, "refused"],
  [408, "unavailable"],
  // The register behind Dojah.
  [424, "unavailable"],
  [429, "unavailable"],
  [500, "unavailable"],
  [502, "unavailable"],
  [503, "unavailable"],
  [504, "unavailable"],
]);

/** What a status means if nothing more has to be read. */
export function statusResult(status: number): "record" | "answer" | Unknown {
  const meaning = meanings.get(status);
  switch (meaning) {
    case "record":
    case "answer":
      return meaning;
    case "refused":
      return refused(`status ${status}`);
    case "unavailable":
      return unavailable(`status ${status}`);
    case undefined:
      return unexplained(`status ${status}, which no document names`);
  }
}
