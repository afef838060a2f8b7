import { z } from "zod";
import { environments, MAXIMUM_COLLECTION, MINIMUM_AMOUNT } from "../sql/columns/money.ts";
import { referencePattern, type ReferencePrefix } from "../sql/columns/references.ts";

/** An amount that a caller names: naira only, in kobo; becomes a bigint. */
const amountUpTo = (most: number) => {
  const error = `must be a whole number of kobo from ${MINIMUM_AMOUNT} to ${most}, as a JSON number`;
  return z.object(
    {
      value: z.int({ error }).min(MINIMUM_AMOUNT, { error }).max(most, { error }).transform(BigInt),
      currency: z.literal("NGN", { error: "must be NGN" }),
    },
    { error: "must be a Money object: {value, currency}" },
  );
};

/** What is to be paid out; the balance and the merchant's own limit bound it further. */
export const payoutAmount = amountUpTo(Number.MAX_SAFE_INTEGER);

/** What a payer is to pay. */
export const collectionAmount = amountUpTo(MAXIMUM_COLLECTION);

export const timestamp = z.iso.datetime({ precision: 3 });

export const environment = z.enum(environments);

/** A reference of one kind. */
export const reference = (prefix: ReferencePrefix) =>
  z
    .string({ error: `must be a reference that begins with ${prefix}_` })
    .regex(referencePattern(prefix), { error: `must be a reference that begins with ${prefix}_` });

export const bankCode = z
  .string({ error: "must be the code of a bank of GET /v1/banks, as a string" })
  .regex(/^\d{3,6}$/, { error: "must be the code of a bank of GET /v1/banks" });

export const accountNumber = z
  .string({ error: "must be the 10-digit account number, as a string" })
  .regex(/^\d{10}$/, { error: "must be the 10-digit account number" });

export const email = z
  .email({ error: "must be an email address" })
  .max(254, { error: "must be an email address" });

const printable = (longest: number) =>
  z
    .string({ error: `must be text of 1 to ${longest} characters` })
    .min(1, { error: `must be text of 1 to ${longest} characters` })
    .max(longest, { error: `must be text of 1 to ${longest} characters` })
    .regex(/\S/u, { error: `must be text of 1 to ${longest} characters` })
    .regex(/^[^\p{Cc}]*$/u, { error: "must not contain line breaks or other control characters" });

export const accountName = printable(200);

/** What the recipient reads on the statement. */
export const narration = printable(140);

const metadataValue = "must be text of at most 500 characters, a number or a boolean";

/** The caller's own facts, kept beside a resource and given back: flat, and small enough for every list to carry them. */
export const metadata = z
  .record(
    z.string().regex(/^(?!__proto__$)[^\p{Cc}]{1,40}$/u),
    // No null: absent and null members look the same in what is given back.
    z.union([z.string().max(500, metadataValue), z.number(), z.boolean()], { error: metadataValue }),
    { error: "must be a flat JSON object with member names of 1 to 40 characters" },
  )
  .refine((members) => Object.keys(members).length <= 50, { error: "must have at most 50 members" });

/** Query of every list. A parameter that comes twice is an array here, and refused. */
export const pageQuery = z.object({
  limit: z
    .string({ error: "must be given once: a whole number from 1 to 100" })
    .regex(/^([1-9]\d?|100)$/, { error: "must be a whole number from 1 to 100" })
    .transform(Number)
    .default(20),
  cursor: z.string({ error: "must be given once: the meta.nextCursor of the page before" }).optional(),
});
