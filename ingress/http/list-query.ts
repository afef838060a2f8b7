import { z } from "zod";
import { instant, text } from "./fields.ts";

/** A moment in a query. */
export const moment = instant(
  "must be an ISO 8601 instant with Z or an offset (whose + is written %2B), such as 2026-01-31T09:00:00Z",
);

const limit = "must be a whole number from 1 to 100";
const cursor = "must be the meta.nextCursor of the page before";

/** The query parameters of every list. */
export const paging = {
  limit: z
    .string({ error: limit })
    .regex(/^([1-9]\d?|100)$/, { error: limit })
    .transform(Number)
    .default(20)
    .meta({ wire: { type: "integer", minimum: 1, maximum: 100, default: 20 } }),
  cursor: z.string({ error: cursor }).meta({ rule: cursor }).optional(),
  createdFrom: moment.describe("Lists items created at or after this time.").optional(),
  createdTo: moment.describe("Lists items created before this time.").optional(),
};

/** A filter by text, checked by its schema. */
type Filter = z.ZodType<string | undefined>;

/** What a list can be filtered by. */
export type ListFilters = { status?: z.ZodType<string[] | undefined> } & {
  [
    name in
      | "type"
      | "purpose"
      | "reference"
      | "merchantReference"
      | "slug"
      | "collection"
      | "subject"
      | "kind"
      | "currency"
      | "occurredFrom"
      | "occurredTo"
  ]?: Filter;
};

/** The schema of a list's query: its page and its filters. */
export function listQuery(filters: ListFilters) {
  // The handler reads a filter that the list does not have as undefined, like one that was not sent.
  return z.object({ ...paging, ...(filters as Required<ListFilters>) });
}

/** A filter by some of the given words, each once. Typed clients are told of one, so that a misspelt word is found. */
export function anyOf<const Values extends readonly string[]>(values: Values) {
  const rule = `must be one of ${values.join(", ")}, or several with commas between them`;
  const word = `(${values.join("|")})`;
  return text(new RegExp(`^${word}(,${word})*$`), rule)
    .transform((words) => [...new Set(words.split(","))])
    .describe("One, or several with commas between them.")
    .meta({ wire: { type: "string", enum: values } })
    .optional();
}
