import { readFile } from "node:fs/promises";
import { text as readText } from "node:stream/consumers";
import { Option } from "commander";
import { dollars, naira } from "../node/index.ts";
import type { Field } from "./descriptions.ts";
import { UsageError } from "./errors.ts";

type Values = Record<string, unknown>;

const placeholders = {
  text: "text",
  number: "number",
  boolean: "true|false",
  json: "json",
  NGN: "naira",
  USD: "dollars",
};

/** The flag of a field: destination.bankCode is --destination.bank-code. */
export const flagOf = (name: string): string =>
  `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

export function optionOf({ name, kind, isRequired, description }: Field): Option {
  return new Option(
    `${flagOf(name)} <${placeholders[kind]}>`,
    [description, isRequired && "(required)"].filter(Boolean).join(" "),
  );
}

/** The fields given by flags, in their places in `base`. Raises UsageError for one that is wrong or missing. */
export function readFields(fields: Field[], values: Values, base: Values = {}): Values {
  const read = structuredClone(base);
  for (const field of fields) {
    const text = values[field.name];
    if (typeof text === "string") place(read, field.name, parse(field, text));
  }
  const missing = fields.filter(({ name, isRequired }) => isRequired && memberOf(read, name) === undefined);
  if (missing.length === 0) return read;
  throw new UsageError(
    `Give ${missing.map(({ name }) => flagOf(name)).join(", ")}; --help shows an example.`,
  );
}

/** The body in a file, or on stdin for "-". Raises UsageError if that is no JSON object. */
export async function readBody(file: string | undefined): Promise<Values> {
  if (file === undefined) return {};
  const text = file === "-" ? await readText(process.stdin) : await readFile(file, "utf8").catch(refuse);
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === "object" && body !== null && !Array.isArray(body)) return body as Values;
  } catch {
    // Said below.
  }
  throw new UsageError("--body must be a file with a JSON object, or - for stdin.");

  function refuse(error: NodeJS.ErrnoException): never {
    throw new UsageError(`--body: ${file} cannot be read (${error.code}).`);
  }
}

function parse({ name, kind }: Field, text: string): unknown {
  const rules = {
    text: () => text,
    number: () => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined),
    boolean: () => ({ true: true, false: false })[text],
    json: () => JSON.parse(text) as unknown,
    NGN: () => naira(text),
    USD: () => dollars(text),
  };
  const expected = {
    text: "text",
    number: "a number",
    boolean: "true or false",
    json: `JSON, such as '{"order": 1042}'`,
    NGN: 'naira, such as "2,500.50"',
    USD: 'dollars, such as "25.00"',
  };
  let value: unknown;
  try {
    value = rules[kind]();
  } catch {
    // Said below.
  }
  if (value === undefined) throw new UsageError(`${flagOf(name)} must be ${expected[kind]}.`);
  return value;
}

function place(object: Values, path: string, value: unknown): void {
  const names = path.split(".");
  let part = object;
  for (const [index, name] of names.slice(0, -1).entries()) {
    const inner = (part[name] ??= {});
    if (typeof inner !== "object" || Array.isArray(inner))
      throw new UsageError(
        `${names.slice(0, index + 1).join(".")} of --body must be an object, since ${flagOf(path)} sets a part of it.`,
      );
    part = inner as Values;
  }
  part[names.at(-1)!] = value;
}

const memberOf = (object: unknown, name: string): unknown =>
  name.split(".").reduce<unknown>((part, member) => (part as Values | undefined)?.[member], object);
