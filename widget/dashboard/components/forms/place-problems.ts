import { fieldNames, fieldRules, unknownField } from "./field-names.ts";
import { asSentence } from "../messages/as-sentence.ts";
import { formatMoney } from "../values/money.tsx";

type Details = Record<string, string>;

/**
 * Where to say what is wrong with each field of a refusal: at the fields of these names, or elsewhere, in sentences
 * that name what is not on the screen. A problem with amount.value may stand at the field amount, and one with amount
 * at amount.value.
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
    else atFields[name] ??= asSentence(ruleFor(rule).replace(/^is /, fieldRules.thisIs));
  }
  return { atFields, elsewhere };
}

/** A sentence that says what is wrong with a field, by the name that people know. */
function describeProblem(field: string, rule: string): string {
  if (rule.includes("meta.nextCursor")) return fieldRules.page;
  if (rule.startsWith("is not a query parameter")) return fieldRules.filter;
  const known = wholesOf(field).find((whole) => Object.hasOwn(fieldNames, whole));
  return asSentence(`${known === undefined ? unknownField : fieldNames[known]!} ${ruleFor(rule)}`);
}

/** A dotted name, and what it is a part of: a.b.c, a.b and a. */
function wholesOf(field: string): string[] {
  const parts = field.split(".");
  return parts.map((_, index) => parts.slice(0, parts.length - index).join("."));
}

/** What a field must be, in words for people. The service's own words are for programs. */
function ruleFor(said: string): string {
  const rule = said.replace(/, as a string$/, "");
  if (rule.startsWith("is required: ")) return fieldRules.isRequired;
  if (rule.includes("GET /v1/banks")) return fieldRules.bank;
  if (rule.includes("verify-account")) return fieldRules.accountName;
  const [, from, upTo] = /^must be a whole number of kobo from (\d+) to (\d+)/.exec(rule) ?? [];
  if (from === undefined || upTo === undefined) return rule;
  return fieldRules.amount(naira(from), naira(upTo));
}

const naira = (kobo: string) => formatMoney({ value: Number(kobo), currency: "NGN" });
