import type { NotFound, Unknown } from "../gateway.ts";
import { refused, unavailable, unexplained } from "../identity-errors.ts";
import type { Envelope } from "./responses.ts";

/**
 * What the codes mean that Prembly's documents list (docs.prembly.com, "Response codes and verification status"). They
 * come with HTTP status 200, and decide alone.
 *
 * 07 is a BVN that its bank has blocked, or a NIN that is suspended: nobody is verified by it. It is taken for not
 * found, which is kept a day, since a block can end.
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
 * What `verification.status` may be beside a code. PENDING means that Prembly failed and will try again by itself.
 *
 * Not settled by any document: whether it is always there. Where it is missing the code decides.
 */
const verified = { record: "VERIFIED", not_found: "NOT-VERIFIED" } as const;

/** What a status and a code say by themselves, where no record is to be read. */
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
      // Not the code itself: nobody knows what it holds.
      return unexplained("a code that no document names");
  }
}
