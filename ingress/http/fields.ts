import { z } from "zod";
import { cryptoChains, cryptoTokens } from "../../sql/collections/chains.ts";
import { environments, MAXIMUM_COLLECTION, MINIMUM_AMOUNT } from "../../sql/ledger/money.ts";
import { referencePattern, type ReferencePrefix } from "../../sql/references.ts";
import { InexactNumber } from "./json-body.ts";

type Range = { currency: "NGN" | "USD"; from: number; upTo: number };

/** Minor units that a caller names; become a bigint. */
const minorUnits = ({ currency, from, upTo }: Range) => {
  const unit = { NGN: "kobo", USD: "cents" }[currency];
  const error = `must be a whole number of ${unit} from ${from} to ${upTo}, as a JSON number`;
  return z.int({ error }).min(from, { error }).max(upTo, { error }).transform(BigInt);
};

/** An amount in one currency that a caller names; its value becomes a bigint. */
const money = (range: Range) =>
  z.object(
    { value: minorUnits(range), currency: z.literal(range.currency, { error: `must be ${range.currency}` }) },
    { error: "must be a Money object: {value, currency}" },
  );

const collectionRange: Range = { currency: "NGN", from: MINIMUM_AMOUNT, upTo: MAXIMUM_COLLECTION };

/** What is to be paid out; the balance and the merchant's own limit bound it further. */
export const payoutAmount = money({ ...collectionRange, upTo: Number.MAX_SAFE_INTEGER });

/** What a payer is to pay. */
export const collectionAmount = money(collectionRange);

/** The same without its currency, where the documented surface shows a plain integer. */
export const collectionKobo = minorUnits(collectionRange);

/** What a payer is to pay in crypto. */
export const cryptoAmount = money({ ...collectionRange, currency: "USD" });

/** What somebody pays in the sandbox: payers are free to send too little. */
export const paidAmount = money({ ...collectionRange, from: 1 });

const minorUnitsForm = `must be a whole number of minor units from 1 to ${Number.MAX_SAFE_INTEGER}`;

/** What a provider says came in; we hold accounts in these currencies. */
export const creditAmount = z.object(
  {
    value: z.int({ error: minorUnitsForm }).min(1, { error: minorUnitsForm }).transform(BigInt),
    currency: z.enum(["NGN", "USD"], { error: "must be NGN or USD" }),
  },
  { error: "must be a Money object: {value, currency}" },
);

const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, { error: `must be one of ${values.join(", ")}` });

export const chain = oneOf(cryptoChains);

export const token = oneOf(cryptoTokens);

/** A moment in an answer: UTC, in milliseconds. */
export const timestamp = z.iso.datetime({ precision: 3 }).meta({
  wire: {
    type: "string",
    format: "date-time",
    pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$`,
  },
});

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

/** Text on one line, with something to see in it. */
export const printable = (longest: number) =>
  z
    .string({ error: `must be text of 1 to ${longest} characters` })
    .min(1, { error: `must be text of 1 to ${longest} characters` })
    .max(longest, { error: `must be text of 1 to ${longest} characters` })
    .regex(/\S/u, { error: `must be text of 1 to ${longest} characters` })
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: "must not contain line breaks or other control characters" });

export const accountName = printable(200);

/** A person, as a merchant, a payer or a bank calls them. */
export const personName = printable(200);

/** What a payment page is headed with. */
export const title = printable(140);

/** What the recipient reads on the statement. */
export const narration = printable(140);

const metadataValue = "must be text of at most 500 characters, a number or a boolean";
const metadataError = ({ input }: { input?: unknown }) =>
  input instanceof InexactNumber
    ? "is too large or too precise for a JSON number: send it as text"
    : metadataValue;

const facts = z
  .record(
    z.string().regex(/^(?!__proto__$)[^\p{Cc}]{1,40}$/u),
    // No null: absent and null members look the same in what is given back.
    z.union([z.string().max(500, metadataValue), z.number(), z.boolean()], { error: metadataError }),
    { error: "must be a flat JSON object with member names of 1 to 40 characters" },
  )
  .refine((members) => Object.keys(members).length <= 50, { error: "must have at most 50 members" });

/** The caller's own facts, kept beside a resource and given back: flat, and small enough for every list to carry them. */
export const metadata = z.preprocess((members, context) => {
  // A record skips this name as if it were not there.
  if (typeof members === "object" && members !== null && Object.hasOwn(members, "__proto__"))
    context.addIssue({ code: "custom", path: ["__proto__"], message: "must have another name" });
  return members;
}, facts);

/** An 11-digit BVN or NIN. */
export const nationalIdentifier = z
  .string({ error: "must be the 11 digits, as a string" })
  .regex(/^\d{11}$/, { error: "must be exactly 11 digits" });

const phoneForm =
  "must be a phone number of 10 to 32 characters: at least ten digits, beside spaces, +, -, ( and )";

/** A phone number with at least ten digits, however it is grouped. */
export const phone = z
  .string({ error: phoneForm })
  .min(10, { error: phoneForm })
  .max(32, { error: phoneForm })
  .regex(/^[\d +()-]*$/, { error: phoneForm })
  .refine((text) => text.replace(/\D/g, "").length >= 10, { error: phoneForm });

const payerMembers = ["name", "bankName", "accountNumber"] as const;

/**
 * Who paid, as a provider says. Nobody's money is refused over it: members are mended where they are text, and left out
 * where they are not; undefined where nothing is left.
 */
export const reportedPayer = z
  .unknown()
  .transform((given) => {
    const members = payerMembers.flatMap((name): [string, string][] => {
      const text = mend((given as Record<string, unknown> | null)?.[name]);
      return text === "" ? [] : [[name, text]];
    });
    return members.length === 0 ? undefined : Object.fromEntries(members);
  })
  .meta({
    wire: {
      type: "object",
      properties: Object.fromEntries(payerMembers.map((name) => [name, { type: "string" }])),
    },
  })
  .describe("Who paid, as far as it is known. What is no text is left out, and nothing refused over it.")
  .optional();

/** Text of one line, 200 characters at most, out of any; empty where there is none. */
function mend(value: unknown): string {
  if (typeof value !== "string") return "";
  const line = value.replace(/[\p{Cc}\p{Cs}]/gu, " ").trim();
  return line
    .slice(0, 200)
    .replace(/\p{Cs}$/u, "")
    .trimEnd();
}

/** Names a payment link: what its public address ends with. */
export const slug = z
  .string({ error: "must be the slug of a payment link" })
  .regex(/^[\w-]{12,64}$/, { error: "must be the slug of a payment link" });

/**
 * A moment as a caller writes it, in any time zone; becomes its UTC form, which PostgreSQL reads. `form` is the text of a
 * refusal.
 */
export function instant(form: string) {
  return z.iso
    .datetime({ offset: true, error: form })
    .max(40, { error: form })
    .transform((text, context) => {
      const utc = new Date(text).toISOString();
      // PostgreSQL knows no year 0, and an offset can lead beyond four digits.
      if (/^(?!0000)\d{4}-/.test(utc)) return utc;
      context.addIssue({ code: "custom", message: form });
      return z.NEVER;
    });
}
