import { z } from "zod";
import { actingAs, type Acting } from "../audit-log/acting.ts";
import { functions, type Functions, type Rows } from "../functions.generated.ts";
import { calledBy, type RequestedBy } from "../keys/callers.ts";
import { environments, type Environment } from "../ledger/money.ts";
import type { Tenant } from "../merchants/tenant.ts";
import type { Connection } from "./database.ts";
import { sql } from "./sql-tag.ts";
import { presentTraceId } from "./tracing/trace.ts";

type Name = keyof Functions;

/**
 * What the catalogue cannot tell of a result: unions, JSON, and what may be null. A schema, for the whole value or row,
 * or the schemas of some columns.
 */
type Given = z.ZodType | Readonly<Record<string, z.ZodType>> | undefined;

type Refined<Value, Schema extends Given> = Schema extends z.ZodType
  ? z.output<Schema>
  : Schema extends Readonly<Record<string, z.ZodType>>
    ? Omit<Value, keyof Schema> & { [Key in keyof Schema]: z.output<Schema[Key]> }
    : Value;

type Item<Of extends Name> =
  ReturnType<Functions[Of]> extends Rows<infer Row> ? Row : ReturnType<Functions[Of]>;

/** What a call returns: the value, the row, or the rows of a set. */
type Result<Of extends Name, Schema extends Given> =
  ReturnType<Functions[Of]> extends Rows<infer Row>
    ? readonly Refined<Row, Schema>[]
    : Refined<ReturnType<Functions[Of]>, Schema>;

type Call<Of extends Name, Value> = ((
  connection: Connection,
  ...parameters: Parameters<Functions[Of]>
) => Promise<Value>) & { readonly of: Of };

type Run = (connection: Connection, ...parameters: readonly unknown[]) => Promise<unknown>;

/**
 * Calls a SQL function, with its parameters in their order; a merchant with its environment is one, a tenant. Their
 * types and those of the result come from the catalogue (sql/functions.generated.ts, written by `npm run schema`), and
 * every result is checked against them: columns are not null unless `given` says so. Rows with an `ordinal` come in
 * its order. `p_trace_id` is passed by itself: the trace of the present request.
 */
export function call<Of extends Name, const Schema extends Given = undefined>(
  name: Of,
  given?: Schema,
): Call<Of, Result<Of, Schema>> {
  return define(name, given, undefined);
}

/** As call(), of a function that returns a set of exactly one row. */
export function callOne<Of extends Name, const Schema extends Given = undefined>(
  name: Of,
  given?: Schema,
): Call<Of, Refined<Item<Of>, Schema>> {
  return define(name, given, "one");
}

/** As call(), of a function that returns a set of one row or none; null for none. */
export function callMaybeOne<Of extends Name, const Schema extends Given = undefined>(
  name: Of,
  given?: Schema,
): Call<Of, Refined<Item<Of>, Schema> | null> {
  return define(name, given, "maybeOne");
}

type Kinds = {
  bigint: bigint;
  number: number;
  boolean: boolean;
  bytes: Buffer;
  time: Date | string;
  json: unknown;
  jsonb: unknown;
  acting: Acting;
  caller: RequestedBy;
  tenant: Tenant;
  environment: Environment;
  integer: number;
  bytea: Buffer;
};
type OfKind<Kind extends string> = Kind extends `${infer Element}[]`
  ? readonly (OfKind<Element> extends string ? string | null : OfKind<Element>)[]
  : Kind extends keyof Kinds
    ? Kinds[Kind]
    : string;

/** The parameters of a function by their names; those that may be null or have a default may be left out. */
type Named<Takes> = {
  [Key in keyof Takes as Takes[Key] extends `${string}?` | `${string}=` ? never : Key]: OfKind<
    Takes[Key] & string
  >;
} & {
  [Key in keyof Takes as Takes[Key] extends `${string}?` | `${string}=` ? Key : never]?:
    | (Takes[Key] extends `${infer Kind}?` | `${infer Kind}?=`
        ? OfKind<Kind> | null
        : Takes[Key] extends `${infer Kind}=`
          ? OfKind<Kind>
          : never)
    | undefined;
};

/** The same call, with its parameters by name. For functions with many. */
export function named<Of extends Name, Value>(called: Call<Of, Value>) {
  const names = Object.keys(functions[called.of].takes);
  const run = called as unknown as Run;
  return async (
    connection: Connection,
    parameters: Named<(typeof functions)[Of]["takes"]>,
  ): Promise<Value> => {
    const values = names.map((name) => (parameters as Record<string, unknown>)[name]);
    return run(connection, ...values) as Promise<Value>;
  };
}

/** How the parameters of each kind are passed; those of all other kinds as they are. */
const passed: Record<string, (value: never) => unknown> = {
  bytes: (value: Buffer) => sql.binary(value),
  time: (value: Date | string) => (value instanceof Date ? value.toISOString() : value),
  json: (value: never) => sql.json(value),
  jsonb: (value: never) => sql.jsonb(value),
};

const arrayTypes: Record<string, string> = { bigint: "int8", integer: "int4" };

/** How a parameter is passed: as SQL's values, of which a tenant is two. */
function passing(declared: string): (value: unknown) => readonly unknown[] {
  const kind = declared.replace(/[?=]+$/, "");
  if (kind === "tenant") {
    return (value) => {
      const { merchantId, environment } = (value ?? { merchantId: null, environment: null }) as Tenant;
      return [merchantId, environment];
    };
  }
  if (kind === "acting") return (value) => [actingAs((value ?? {}) as Acting)];
  if (kind === "caller") return (value) => [calledBy((value ?? undefined) as RequestedBy | undefined)];
  if (kind.endsWith("[]")) {
    const element = kind.slice(0, -2);
    const type = arrayTypes[element] ?? element;
    return (value) => [value == null ? null : sql.array(value as never, type)];
  }
  const pass = passed[kind];
  const mayBeNull = declared.includes("?");
  return (value) => {
    // Its default is not null.
    if (value === undefined && !mayBeNull) throw new Error(`a ${kind} is left out before one that is given`);
    return [value == null ? null : pass ? pass(value as never) : value];
  };
}

const schemas: Record<string, z.ZodType> = {
  bigint: z.bigint(),
  number: z.number(),
  boolean: z.boolean(),
  bytes: z.instanceof(Buffer),
  bytea: z.instanceof(Buffer),
  integer: z.number(),
  time: z.date(),
  json: z.unknown(),
  jsonb: z.unknown(),
  environment: z.enum(environments),
};
const schemaOf = (kind: string): z.ZodType =>
  kind.endsWith("[]") ? z.array(schemaOf(kind.slice(0, -2))) : (schemas[kind] ?? z.string());

/** The columns that a schema of rows names, by its members; of a union those of any of its rows. */
function columnsOf(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodUnion)
    return [...new Set(schema.options.flatMap((option) => columnsOf(option as z.ZodType)))];
  if (schema instanceof z.ZodIntersection)
    return [schema.def.left, schema.def.right].flatMap((part) => columnsOf(part as z.ZodType));
  throw new Error("the schema of a row is an object, or a union of objects");
}

const inSnakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function selected(name: string): string {
  const column = inSnakeCase(name);
  return column === name ? `"${name}"` : `"${column}" as "${name}"`;
}

/** The words before and after a call, and how its result is read. */
function reading(name: Name, given: Given) {
  const gives: string | object = functions[name].gives;
  const [isSet, item] = Array.isArray(gives) ? [true, gives[0] as string | object] : [false, gives];
  if (item === "void")
    return { before: "select from ", after: "", schema: z.object({}), method: "query" as const };
  if (typeof item === "string") {
    const schema = z.object({ value: given instanceof z.ZodType ? given : schemaOf(item) });
    if (isSet)
      return { before: "select value from ", after: " as value", schema, method: "anyFirst" as const };
    return { before: "select ", after: " as value", schema, method: "oneFirst" as const };
  }
  const declared = Object.fromEntries(
    Object.entries(item).map(([key, kind]) => [key, schemaOf(kind as string)]),
  );
  const schema = given instanceof z.ZodType ? given : z.object({ ...declared, ...given });
  return {
    before: `select ${columnsOf(schema).map(selected).join(", ")} from `,
    after: isSet && "ordinal" in item ? " order by ordinal" : "",
    schema,
    method: isSet ? ("any" as const) : ("one" as const),
  };
}

function define<Of extends Name, Value>(
  name: Of,
  given: Given,
  expected: "one" | "maybeOne" | undefined,
): Call<Of, Value> {
  const { before, after, schema, method } = reading(name, given);
  const takes: string[] = Object.values(functions[name].takes);
  const passings = takes.map(passing);
  const needed = takes.findLastIndex((kind) => !kind.endsWith("=") || kind.startsWith("caller")) + 1;
  const texts = new Map<number, TemplateStringsArray>();
  const { isTraced } = functions[name];
  const query = sql.type(schema);
  const read = expected ?? method;

  const run: Run = async (connection, ...parameters) => {
    let count = Math.max(parameters.length, needed);
    while (count > needed && parameters[count - 1] === undefined) count -= 1;
    const values = passings.slice(0, count).flatMap((pass, index) => pass(parameters[index]));
    const text = texts.get(values.length) ?? textOf(values.length);
    if (isTraced) values.push(presentTraceId());
    const result: unknown = await connection[read](query(text, ...(values as never[])));
    return read === "query" ? undefined : result;
  };

  function textOf(count: number): TemplateStringsArray {
    const separators: string[] = Array.from({ length: count }, (_, index) => (index === 0 ? "" : ", "));
    if (isTraced) separators.push(`${count === 0 ? "" : ", "}p_trace_id => `);
    const [first = "", ...others] = separators;
    const start = `${before}${name}(${first}`;
    const strings = separators.length === 0 ? [`${start})${after}`] : [start, ...others, `)${after}`];
    const text = Object.freeze(Object.assign(strings, { raw: Object.freeze([...strings]) }));
    texts.set(count, text);
    return text;
  }

  return Object.assign(run, { of: name }) as unknown as Call<Of, Value>;
}
