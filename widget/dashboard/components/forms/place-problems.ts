import { fieldNames, fieldRules, unknownField } from "./field-names.ts";
import { asSentence } from "../messages/as-sentence.ts";
import { formatMoney } from "../values/money.tsx";

type Details = Record<string, string>;

/**
 * Where to show each problem of a refusal: at the fields of these names, or elsewhere, in sentences that name what is
 * not on the screen. A problem with amount.value may be shown at amount, and one with amount at amount.value.
 */
export function placeProblems(
  details: Details,
  names: readonly string[],
): { atFields: Details; elsewhere: string[] } {
  const atFields: Details = {};
  const elsewhere: string[] = [];
  for (const [field, rule] of Object.entries(details)) {
    const name =
      wholesOf(field).find((whole) => names.includes(whole)) ??
      names.find((part) => part.startsWith(`${field}.`));
    if (name === undefined) elsewhere.push(describeProblem(field, rule));
    else atFields[name] ??= asSentence(`this ${ruleFor(field, rule)}`);
  }
  return { atFields, elsewhere };
}

/** A sentence with a field's problem, by the field's readable name. */
function describeProblem(field: string, rule: string): string {
  const known = wholesOf(field).find((whole) => Object.hasOwn(fieldNames, whole));
  return known === undefined ? unknownField : asSentence(`${fieldNames[known]!} ${ruleFor(field, rule)}`);
}

/** A dotted name and the names it is part of: a.b.c, a.b and a. */
function wholesOf(field: string): string[] {
  const parts = field.split(".");
  return parts.map((_, index) => parts.slice(0, parts.length - index).join("."));
}

/** What a field must be, in readable words. The service's own text gives an amount's bounds in kobo. */
function ruleFor(field: string, rule: string): string {
  const known = fieldRules[field.split(".").at(-1)!];
  if (known !== undefined) return known;
  const [from, upTo] = /amount(\.value)?$/i.test(field) ? (rule.match(/\d+/g) ?? []) : [];
  if (from === undefined) return rule;
  return upTo === undefined
    ? `must be at least ${naira(from)}`
    : `must be from ${naira(from)} to ${naira(upTo)}`;
}

const naira = (kobo: string) => formatMoney({ value: Number(kobo), currency: "NGN" });
