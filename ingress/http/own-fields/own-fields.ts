import { z } from "zod";
import { printable, trimPasted } from "../fields.ts";
import { InexactNumber } from "../json-body.ts";

/** More than a reference has, with spaces around it. */
const LONGEST_PASTED = 500;

/** The caller's own reference. */
const merchantReference = z.preprocess(
  (given) => (typeof given === "string" && given.length <= LONGEST_PASTED ? trimPasted(given) : given),
  printable(100),
);

const metadataValue = "must be text of at most 1 KB, a number or a boolean";
const metadataError = ({ input }: { input?: unknown }) =>
  input instanceof InexactNumber
    ? "is too large or too precise for a JSON number: send it as text"
    : metadataValue;

const facts = z
  .record(
    z.string().regex(/^(?!__proto__$)[^\p{Cc}]{1,40}$/u),
    // No null: callers could not distinguish it from an absent member in the response.
    z
      .union(
        [
          z.string().refine((text) => Buffer.byteLength(text) <= 1024, metadataValue),
          z.number(),
          z.boolean(),
        ],
        { error: metadataError },
      )
      .meta({ rule: metadataValue }),
    { error: "must be a flat JSON object with field names of 1 to 40 characters" },
  )
  .refine((members) => Object.keys(members).length <= 50, { error: "must have at most 50 fields" });

const metadata = z.preprocess((members, context) => {
  // z.record ignores this name.
  if (typeof members === "object" && members !== null && Object.hasOwn(members, "__proto__"))
    context.addIssue({ code: "custom", path: ["__proto__"], message: "must have another name" });
  return members;
}, facts);

/** What callers may add to a resource that they create. */
export const ownFields = {
  merchantReference: merchantReference
    .describe("Your own reference, such as an order number. No two of a kind have the same.")
    .optional(),
  metadata: metadata
    .describe(
      "Your own data, returned with the resource: a flat JSON object of at most 50 fields, with names of 1 to 40 characters.",
    )
    .optional(),
};

/** The filter of lists for the resource with the caller's own reference. */
export const byMerchantReference = {
  merchantReference: merchantReference.describe("Lists the one with your own reference.").optional(),
};
