import type { NotFound, Unknown } from "../gateway.ts";
import { refused, unavailable, unexplained } from "../identity-errors.ts";
import type { Envelope } from "./responses.ts";

/**
 * The documented codes (docs.prembly.com, "Response codes and verification status"). They come with HTTP status 200,
 * and decide alone.
 *
 * 07 is a BVN that its bank has blocked, or a suspended NIN: it verifies nobody. It counts as not found, which is kept
 * for a day, since a block can end.
 */
export const meanings = new Map<string, "record" | "not_found" | "unavailable" | "refused">([
  ["00", "record"],
  ["01", "not_found"],
  ["02", "unavailable"],
  // Our balance there.
  ["03", "refused"],
  ["07", "not_found"],
]);

/** HTTP statuses without a code: our request, our key and our rights; and what passes. */
export const httpMeanings = new Map<number, "refused" | "unavailable">([
  [400, "refused"],
  [401, "refused"],
  [402, "refused"],
  [403, "refused"],
  [429, "unavailable"],
  [500, "unavailable"],
  [502, "unavailable"],
  [503, "unavailable"],
  [504, "unavailable"],
]);

/**
 * The possible `verification.status` beside a code. PENDING means that Prembly failed and will retry on its own. It's
 * not documented as always present: without it the code decides.
 */
const verified = { record: "VERIFIED", not_found: "NOT-VERIFIED" } as const;

/** What a status and a code mean if no record has to be read. */
export function codeResult(status: number, envelope: Envelope | undefined): "record" | NotFound | Unknown {
  if (status !== 200) {
    const meaning = httpMeanings.get(status);
    if (meaning === undefined) return unexplained(`status ${status}, which no document names`);
    return meaning === "refused" ? refused(`status ${status}`) : unavailable(`status ${status}`);
  }
  if (envelope === undefined) return unexplained("a response without a code");
  const { code, verification } = envelope;
  const meaning = meanings.get(code);
  switch (meaning) {
    case "record":
    case "not_found":
      if (verification !== undefined && verification !== verified[meaning])
        return unavailable(`code ${code}, with another status of the verification`);
      return meaning === "record" ? meaning : { kind: "not_found" };
    case "unavailable":
      return unavailable(`code ${code}`);
    case "refused":
      return refused(`code ${code}`);
    case undefined:
      // Not the code itself: its content is unknown.
      return unexplained("a code that no document names");
  }
}
