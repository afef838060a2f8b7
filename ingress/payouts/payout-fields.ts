import { z } from "zod";
import { MINIMUM_AMOUNT } from "../../sql/ledger/money.ts";
import { money, printable } from "../http/fields.ts";
import { InexactNumber } from "../http/json-body.ts";

/** The amount to pay out. The balance and the merchant's own limit restrict it further. */
export const payoutAmount = money({
  currency: "NGN",
  from: MINIMUM_AMOUNT,
  upTo: Number.MAX_SAFE_INTEGER,
}).strict();

/** The text on the recipient's statement. */
export const narration = printable(140);

const metadataValue = "must be text of at most 500 characters, a number or a boolean";
const metadataError = ({ input }: { input?: unknown }) =>
  input instanceof InexactNumber
    ? "is too large or too precise for a JSON number: send it as text"
    : metadataValue;

const facts = z
  .record(
    z.string().regex(/^(?!__proto__$)[^\p{Cc}]{1,40}$/u),
    // No null: callers could not distinguish it from an absent member in the response.
    z
      .union([z.string().max(500, metadataValue), z.number(), z.boolean()], { error: metadataError })
      .meta({ rule: metadataValue }),
    { error: "must be a flat JSON object with field names of 1 to 40 characters" },
  )
  .refine((members) => Object.keys(members).length <= 50, { error: "must have at most 50 fields" });

/** The caller's own data, stored with a resource and returned with it: flat, and small enough to be part of lists. */
export const metadata = z.preprocess((members, context) => {
  // z.record ignores this name.
  if (typeof members === "object" && members !== null && Object.hasOwn(members, "__proto__"))
    context.addIssue({ code: "custom", path: ["__proto__"], message: "must have another name" });
  return members;
}, facts);
