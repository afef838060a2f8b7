import { Option } from "commander";
import { z } from "zod";
import { isVisible, oneLine } from "../../sql/formats/plain-text.ts";
import { CliError } from "./cli-error.ts";

/**
 * A command's options, from the zod object of its flags: `payoutMax` is `--payout-max`. Values are read as text;
 * `parseFlags` checks them.
 */
export function optionsOf(flags: z.ZodObject): Option[] {
  return Object.entries(flags.shape).map(([name, type]) => {
    const required = z.safeParse(type, undefined).success ? "" : " (required)";
    const description = z.globalRegistry.get(type)?.description ?? "";
    const value = isSwitch(type) ? "" : ` <${placeholderOf(type)}>`;
    return new Option(`${flagOf(name)}${value}`, `${description}${required}`);
  });
}

/** The values of a command's flags. Raises VALIDATION_ERROR with every wrong flag and its rule. */
export function parseFlags<Flags extends z.ZodObject>(
  flags: Flags,
  values: Record<string, unknown>,
): z.output<Flags> {
  const parsed = flags.safeParse(values);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => {
    const name = String(path[0]);
    return `${flagOf(name)}: ${values[name] === undefined ? "is required" : message}`;
  });
  throw new CliError("VALIDATION_ERROR", [...new Set(problems)].join("; "));
}

/** A flag that takes one of a few words. */
export function oneOfFlag<const Values extends readonly string[]>(values: Values) {
  return z.enum(values, { error: `must be ${values.slice(0, -1).join(", ")} or ${values.at(-1)}` });
}

/** A flag that takes a whole number in plain digits, within bounds. */
export function wholeNumberFlag(from: number, upTo: number, of?: string) {
  const error = `must be a whole number${of === undefined ? "" : ` of ${of}`} from ${from} to ${upTo}`;
  return z
    .string()
    .regex(/^\d{1,16}$/, { error })
    .transform(Number)
    .refine((number) => number >= from && number <= upTo, { error });
}

/** A flag that takes text on one line. */
export function shortText(most: number, error = `must be text of 1 to ${most} characters on one line`) {
  return z.string().max(most, { error }).regex(oneLine, { error }).refine(isVisible, { error });
}

/** Who changes something, and why: for the audit log. */
export const actingFlags = {
  operator: shortText(200)
    .optional()
    .describe("who runs this (default: OPERATOR_NAME, or the system's user)"),
  reason: shortText(1_000).optional().describe("why, for the audit log"),
};

function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Whether a flag is given without a value. */
function isSwitch(type: z.core.$ZodType): boolean {
  return type instanceof z.ZodOptional ? isSwitch(type.unwrap()) : type instanceof z.ZodBoolean;
}

function placeholderOf(type: z.core.$ZodType): string {
  if (type instanceof z.ZodDefault || type instanceof z.ZodOptional) return placeholderOf(type.unwrap());
  if (type instanceof z.ZodArray) return `${placeholderOf(type.unwrap())}...`;
  return type instanceof z.ZodEnum ? type.options.join("|") : "value";
}
