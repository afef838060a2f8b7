import { z } from "zod";
import { environments } from "../ledger/money.ts";
import { referencePattern, type ReferencePrefix } from "./references.ts";

// The *-json.ts files describe the public JSON that SQL's functions of the same names make. Queries pass it through
// untouched (`z.custom<PayoutJson>()`): checking it again would cost time and drop members. Tests hold every response
// of the API to these schemas.

/** A reference of one kind, such as pyt_…. */
export const referenceJson = (prefix: ReferencePrefix) => z.string().regex(referencePattern(prefix));

/** A moment: UTC, with milliseconds. */
export const timestampJson = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  .meta({ format: "date-time" });

export const environmentJson = z.enum(environments);

/** What merchants add to their resources. */
export const ownJson = {
  merchantReference: z.string().describe("Your own reference.").optional(),
  metadata: z.record(z.string(), z.unknown()).describe("Your own data, as sent.").optional(),
};
