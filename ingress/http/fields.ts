import { z } from "zod";
import { isVisible, manyLines, oneLine } from "../../sql/formats/plain-text.ts";
import { referencePattern, type ReferencePrefix } from "../../sql/formats/references.ts";

// The `rule` in a schema's meta is the text of a refusal; the OpenAPI document shows it too (see convert-schemas.ts).

/** Text that matches `pattern`. */
export const text = (pattern: RegExp, rule: string) =>
  z.string({ error: rule }).regex(pattern, { error: rule }).meta({ rule });

const refused = "control characters and characters that change the direction of text";

/** Text on one line, with at least one visible character: see sql/formats/plain-text.ts. */
export const printable = (longest: number) => {
  const rule = `must be text of 1 to ${longest} characters, at least one of them visible, without line breaks, ${refused}`;
  return text(oneLine, rule)
    .min(1, { error: rule })
    .max(longest, { error: rule })
    .refine(isVisible, { error: rule });
};

/** Text of one or more lines, otherwise as printable(). */
export const lines = (shortest: number, longest: number) => {
  const rule = `must be text of ${shortest} to ${longest} characters, at least one of them visible, without ${refused}`;
  return text(manyLines, rule)
    .min(shortest, { error: rule })
    .max(longest, { error: rule })
    .refine(isVisible, { error: rule });
};

/** A reference of one kind. */
export const reference = (prefix: ReferencePrefix) =>
  text(referencePattern(prefix), `must be a reference that begins with ${prefix}_`);

/** One of the given words. */
export const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, { error: `must be one of ${values.join(", ")}` });

const emailRule = "must be an email address";

/** Letters of any script (adé@ìwé.ng), as RFC 6531 allows, and what RFC 5322 allows beside them (atext). */
const atext = String.raw`[\p{L}\p{M}\p{N}!#$%&'*+/=?^_\x60{|}~-]+`;
const label = String.raw`[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*`;
const lastLabel = String.raw`\p{L}[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}]`;
/** No quotes, spaces or control characters. */
const emailPattern = new RegExp(String.raw`^${atext}(?:\.${atext})*@(?:${label}\.)+${lastLabel}$`, "u");

export const email = z.email({ pattern: emailPattern, error: emailRule }).max(254, { error: emailRule });

/**
 * Pasted text without invisible characters around it; within it, they would matter. Looks back, so that it begins at
 * the first of a row of them alone: from each of them, a long row takes as long as the square of its length.
 */
export const trimPasted = (pasted: string) =>
  pasted.replace(/^[\s\p{Cf}]+|(?<![\s\p{Cf}])[\s\p{Cf}]+$/gu, "");

/** An address as a payer pastes it. */
export const pastedEmail = z
  .string({ error: emailRule })
  // More than an address has, with spaces around it.
  .max(500, { error: emailRule })
  .transform(trimPasted)
  .pipe(email)
  .meta({ rule: emailRule });

export type Range = { currency: "NGN" | "USD"; from: number; upTo: number };

/** A whole number of minor units in a request; it becomes a bigint. */
export const minorUnits = ({ currency, from, upTo }: Range) => {
  const unit = { NGN: "kobo", USD: "cents" }[currency];
  const rule = `must be a whole number of ${unit} from ${from} to ${upTo}, as a JSON number`;
  return z
    .int({ error: rule })
    .min(from, { error: rule })
    .max(upTo, { error: rule })
    .transform(BigInt)
    .meta({ rule });
};

/** A Money object in one currency in a request; its value becomes a bigint. */
export const money = (range: Range) =>
  z.object(
    { value: minorUnits(range), currency: z.literal(range.currency, { error: `must be ${range.currency}` }) },
    { error: "must be a Money object: {value, currency}" },
  );

/**
 * A time in a request, in any time zone; it becomes UTC text for PostgreSQL. `form` is the text of a refusal.
 */
export function instant(form: string) {
  return z.iso
    .datetime({ offset: true, error: form })
    .max(40, { error: form })
    .transform((given, context) => {
      const utc = new Date(given).toISOString();
      // PostgreSQL has no year 0, and an offset can push the year beyond four digits.
      if (/^(?!0000)\d{4}-/.test(utc)) return utc;
      context.addIssue({ code: "custom", message: form });
      return z.NEVER;
    });
}

/** The merchant that a dashboard's link to a file is about: see requirePermission. */
export const pagesMerchant = reference("mer").optional().meta({ hidden: true });
