import fc from "fast-check";
import { sandboxAccountName } from "../../../workers/gateways/sandbox/account-name.ts";
import type { JsonSchema } from "../../../ingress/openapi/document.ts";
import type { JsonText } from "./json-text.ts";
import { weighted } from "./weighted.ts";

/** Values that have an effect, which a schema alone does not show. */
const meant: Record<string, fc.Arbitrary<JsonText>> = {
  bankCode: texts("058", "044", "50515", "MFB50992", "999"),
  accountNumber: texts("0123456789", "8012345678", "0000000001", "0000000003", "9999999999", "9999999998"),
  destination: fc.constantFrom("0123456789", "8012345678", "0000000001", "0000000002").map(destination),
  bvn: texts("22222222222", "33333333333", "00000000000", "11111111111"),
  nin: texts("22222222222", "33333333333", "00000000000", "99999999999"),
  phone: texts("08011111111", "08022222222", "+234 802 222 2222", "234-802-222-2222"),
  successRedirectUrl: texts(
    "https://shop.example/thanks?order=1#top",
    "http://localhost:8080/",
    "https://ü.example",
  ),
  since: texts("{{ago:60}}", "{{ago:86400}}"),
  url: texts(
    "http://127.0.0.1:9/in",
    "http://127.0.0.1:9/other",
    "https://hooks.example/in",
    "http://hooks.example:8080/?a=b",
    "https://ü.example/",
  ),
};

function texts(...all: string[]): fc.Arbitrary<JsonText> {
  return fc.constantFrom(...all).map((text) => ({ text }));
}

/** With its holder's name. */
function destination(accountNumber: string): JsonText {
  const accountName = sandboxAccountName("058", accountNumber);
  const members = Object.entries({ bankCode: "058", accountNumber, accountName });
  return { members: members.map(([name, text]) => [name, { text }]) };
}

type Schema = {
  $ref?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  allOf?: Schema[];
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  /** False: others are refused. */
  additionalProperties?: Schema | false;
  propertyNames?: Schema;
  items?: Schema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
};

/**
 * Values that fit a schema of the OpenAPI document. Our references are placeholders such as {{va:3}} (see requests.ts).
 */
export function validValue(
  given: JsonSchema,
  components: Record<string, JsonSchema>,
  name = "",
): fc.Arbitrary<JsonText> {
  const schema = resolve(given, components);
  const bySchema = fitting(schema, components, name);
  const known = meant[name];
  return known === undefined ? bySchema : weighted([4, known], [1, bySchema]);
}

function resolve(given: JsonSchema, components: Record<string, JsonSchema>): Schema {
  const schema = given as Schema;
  if (schema.$ref === undefined) return schema;
  return resolve(components[schema.$ref.split("/").at(-1)!]!, components);
}

function fitting(
  schema: Schema,
  components: Record<string, JsonSchema>,
  name: string,
): fc.Arbitrary<JsonText> {
  const inner = (of: Schema, called = "") => validValue(of, components, called);
  if (schema.const !== undefined) return fc.constant({ raw: JSON.stringify(schema.const) });
  if (schema.enum !== undefined)
    return fc.constantFrom(...schema.enum).map((value) => ({ raw: JSON.stringify(value) }));
  if (schema.anyOf !== undefined)
    return fc.oneof(...schema.anyOf.map((alternative) => inner(alternative, name)));
  switch (schema.type) {
    case "object":
      return object(schema, inner);
    case "array":
      return fc.array(inner(schema.items ?? {}), { maxLength: 5 });
    case "integer":
      return integer(schema);
    case "number":
      return fc
        .double({ noNaN: true, noDefaultInfinity: true })
        .map((number) => ({ raw: JSON.stringify(number) }));
    case "boolean":
      return fc.boolean().map((value) => ({ raw: `${value}` }));
    case "null":
      return fc.constant({ raw: "null" });
    case "string":
      return string(schema, name).map((text) => ({ text }));
    default:
      return fc.json().map((raw) => ({ raw }));
  }
}

function object(
  { properties = {}, required = [], additionalProperties, propertyNames }: Schema,
  inner: (of: Schema, called?: string) => fc.Arbitrary<JsonText>,
): fc.Arbitrary<JsonText> {
  const members = Object.entries(properties).map(([name, property]) => {
    const member = inner(property, name).map((value): [string, JsonText][] => [[name, value]]);
    return required.includes(name) ? member : fc.oneof(member, fc.constant<[string, JsonText][]>([]));
  });
  const others = !additionalProperties
    ? fc.constant<[string, JsonText][]>([])
    : fc.array(fc.tuple(string(propertyNames ?? {}, ""), inner(additionalProperties)), { maxLength: 6 });
  return fc.tuple(others, ...members).map((parts) => ({ members: parts.flat() }));
}

/** Within its bounds, sometimes in another notation of a whole number. */
function integer({
  minimum = Number.MIN_SAFE_INTEGER,
  maximum = Number.MAX_SAFE_INTEGER,
}: Schema): fc.Arbitrary<JsonText> {
  const within = (most: number) => fc.bigInt({ min: BigInt(minimum), max: BigInt(most) });
  const any = weighted(
    [6, within(Math.min(maximum, minimum + 5_000))],
    [1, within(maximum)],
    [1, fc.constantFrom(BigInt(minimum), BigInt(maximum))],
  );
  return fc
    .tuple(any, fc.constantFrom("", "", "", "", ".0", "e0"))
    .map(([number, form]) => ({ raw: `${number}${form}` }));
}

function string(schema: Schema, name: string): fc.Arbitrary<string> {
  const { pattern, allOf = [], minLength = 0, maxLength = 1_000, format } = schema;
  const kind =
    /^\^(?:\(\?:)?([a-z]+)[a-z|)]*_\[0-7\]/.exec(pattern ?? "")?.[1] ??
    { slug: "slug", cursor: "cursor", recipient: "recipient" }[name];
  if (kind !== undefined) return fc.nat(999).map((n) => `{{${kind}:${n}}}`);
  if (format === "email") return fc.stringMatching(/^[a-z0-9]{1,20}@[a-z]{1,20}\.example$/);
  if (format === "date") return fc.nat(150).map((n) => `{{day:${n}}}`);
  if (format === "date-time")
    return fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date("9999-12-31") })
      .map((date) => date.toISOString());

  const patterns = [pattern, ...allOf.map((part) => part.pattern)].filter((part) => part !== undefined);
  const all = patterns.map((part) => new RegExp(part, "u"));
  const fits = (text: string) =>
    [...text].length >= minLength && text.length <= maxLength && all.every((part) => part.test(text));
  return source(all, maxLength).filter(fits);
}

function source(patterns: RegExp[], maxLength: number): fc.Arbitrary<string> {
  const words = fc.string({ minLength: 1, maxLength: Math.min(maxLength, 60) });
  // Patterns that fit most texts only exclude something, so texts are generated from the narrower ones.
  const narrow = patterns.filter((pattern) => !fitsWords(pattern));
  try {
    return narrow.length === 0 ? words : fc.oneof(...narrow.map((pattern) => fc.stringMatching(pattern)));
  } catch {
    return words;
  }
}

function fitsWords(pattern: RegExp): boolean {
  return ["Ada Obi", "Term one fees", "x"].every((words) => pattern.test(words));
}
