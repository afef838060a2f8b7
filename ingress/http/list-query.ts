import { z } from "zod";
import { instant } from "./instant.ts";

const moment = instant(
  "must be an ISO 8601 instant with Z or an offset (whose + is written %2B), such as 2026-01-31T09:00:00Z",
);

/** What every list takes. */
const paging = {
  limit: z
    .string({ error: "must be a whole number from 1 to 100" })
    .regex(/^([1-9]\d?|100)$/, { error: "must be a whole number from 1 to 100" })
    .transform(Number)
    .default(20)
    .meta({ wire: { type: "integer", minimum: 1, maximum: 100, default: 20 } }),
  cursor: z.string({ error: "must be the meta.nextCursor of the page before" }).optional(),
  createdFrom: moment.describe("The first moment of creation that is listed.").optional(),
  createdTo: moment.describe("The moment of creation from which on nothing is listed.").optional(),
};

/** The query of a list: its page, and the filters that all lists have beside those of this one. */
export function listQuery<const Filters extends z.ZodRawShape>(filters: Filters) {
  return z.object({ ...paging, ...filters });
}

/** A filter by one of a few words. */
export function anyOf<const Values extends readonly string[]>(values: Values) {
  return z.enum(values, { error: `must be one of ${values.join(", ")}` }).optional();
}
