import { z } from "zod";
import { actingAs, type Acting } from "../audit-log/acting.ts";
import { functions } from "../functions.generated.ts";
import { calledBy, type RequestedBy } from "../keys/callers.ts";
import type { Environment } from "../ledger/money.ts";
import type { Tenant } from "../merchants/tenant.ts";
import type { Connection } from "./database.ts";
import { sql } from "./sql-tag.ts";
import { presentTraceId } from "./tracing/trace.ts";

type Functions = typeof functions;
type Name = keyof Functions;

/** The kinds of values in functions.generated.ts; every other one is text. */
type Kinds = {
  bigint: bigint;
  number: number;
  boolean: boolean;
  bytes: Buffer;
  time: Date;
  json: unknown;
  jsonb: unknown;
  environment: Environment;
};
type Value<Kind> = Kind extends `${infer Element}[]`
  ? Value<Element>[]
  : Kind extends keyof Kinds
    ? Kinds[Kind]
    : string;

/** What is given for a parameter. Elements of an array of texts are columns of rows, of which any may be null. */
type Argument<Kind> = Kind extends `${infer Needed}=`
  ? Argument<Needed>
  : Kind extends `${infer Known}?`
    ? Argument<Known> | null
    : Kind extends `${infer Element}[]`
      ? readonly (Value<Element> | (Value<Element> extends string ? null : never))[]
      : Kind extends keyof Arguments
        ? Arguments[Kind]
        : Value<Kind>;
type Arguments = {
  tenant: Tenant;
  /** Null: whoever's it is, for operators. */
  anyTenant: Tenant | null;
  acting: Acting;
  caller: RequestedBy | undefined;
  time: Date | string;
};

/** The parameters of a function by their names. Those that may be null or have a default may be left out. */
type Parameters<Takes> = {
  [Key in keyof Takes as Takes[Key] extends "trace" | Optional ? never : Key]: Argument<Takes[Key]>;
} & {
  [Key in keyof Takes as Takes[Key] extends Optional ? Key : never]?: Argument<Takes[Key]> | undefined;
};
type Optional = `${string}?` | `${string}=`;

/**
 * What the catalogue cannot tell of a result: unions, JSON, and what may be null. A schema, for the whole value or row,
 * or the schemas of some columns.
 */
type Given = z.ZodType | Readonly<Record<string, z.ZodType>> | undefined;

type Declared<Gives> = Gives extends "void"
  ? undefined
  : Gives extends string
    ? Value<Gives>
    : { -readonly [Key in keyof Gives]: Value<Gives[Key]> };
type Item<Gives, Schema extends Given> = Schema extends z.ZodType
  ? z.output<Schema>
  : Schema extends Readonly<Record<string, z.ZodType>>
    ? Omit<Declared<Gives>, keyof Schema> & { [Key in keyof Schema]: z.output<Schema[Key]> }
    : Declared<Gives>;

/** What a call returns: the value, the row, the row or null, or all rows or values of a set. */
type Result<Of extends Name, Schema extends Given> = Functions[Of]["read"] extends "any" | "anyFirst"
  ? readonly Item<Functions[Of]["gives"], Schema>[]
  : Item<Functions[Of]["gives"], Schema> | (Functions[Of]["read"] extends "maybeOne" ? null : never);

type Call<Of extends Name, Schema extends Given> = (
  connection: Connection,
  ...parameters: {} extends Parameters<Functions[Of]["takes"]>
    ? [Parameters<Functions[Of]["takes"]>?]
    : [Parameters<Functions[Of]["takes"]>]
) => Promise<Result<Of, Schema>>;

/**
 * Calls a SQL function, with its parameters by their names; a merchant with its environment is one, a tenant. Their
 * types and those of the result come from the catalogue (sql/functions.generated.ts, written by `npm run schema`), and
 * every result is checked against them: columns are not null unless `given` says so. A set that is declared with
 * `rows 1` has one row or none; rows with an `ordinal` come in its order. `p_trace_id` is passed by itself: the trace
 * of the present request.
 */
export function call<Of extends Name, const Schema extends Given = undefined>(
  name: Of,
  given?: Schema,
): Call<Of, Schema> {
  const { takes, gives, read }: { takes: object; gives: string | object; read: keyof Connection } =
    functions[name];
  const { columns, after, schema } = reading(gives, given);
  const called = sql.identifier([name]);
  const declared = Object.entries(takes).flatMap(([key, kind]) => parametersOf(key, kind));

  const run = async (connection: Connection, values: Values = {}) => {
    const passed = declared.flatMap((pass) => pass(values));
    const query = sql.type(schema)`select ${columns} from ${called}(${joined(passed)})${after}`;
    const result: unknown = await connection[read](query);
    return read === "query" ? undefined : result;
  };
  return run as Call<Of, Schema>;
}

const nothing = sql.fragment``;
const joined = (parts: readonly (typeof nothing)[]) =>
  parts.length === 0 ? nothing : sql.join(parts, sql.fragment`, `);

/** A row for a parameter that is a JSON array of rows: its members are called as the columns are. */
export const inColumns = (row: object) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [inSnakeCase(name), value]));

const inSnakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The types of the elements of an array, where they are not called as their kind is. */
const elementTypes: Record<string, string> = { bigint: "int8", number: "int4", bytes: "bytea" };

type Values = Readonly<Record<string, unknown>>;
/** Passes a parameter, whose value is given by its name; nothing where its default is wanted. */
type Parameter = (values: Values) => typeof nothing | [];

/** How a parameter is passed: a tenant is two. */
function parametersOf(key: string, declared: string): Parameter[] {
  const kind = declared.replace(/[?=]+$/, "");
  if (kind !== "tenant" && kind !== "anyTenant") {
    const pass = passing(key, kind);
    const isOptional = declared.endsWith("=");
    return [(values) => (isOptional && values[key] === undefined ? [] : pass(values[key]))];
  }
  const [merchantId, environment] = [passing("merchantId", "bigint"), passing("environment", "environment")];
  const of = (values: Values) => values[key] as Tenant | null | undefined;
  return [(values) => merchantId(of(values)?.merchantId), (values) => environment(of(values)?.environment)];
}

function passing(name: string, kind: string) {
  const parameter = sql.identifier([`p_${inSnakeCase(name)}`]);
  return (value: unknown) => sql.fragment`${parameter} => ${valueOf(kind, value)}`;
}

function valueOf(kind: string, given: unknown) {
  if (kind === "trace") return presentTraceId();
  if (kind === "acting") return actingAs(given as Acting);
  if (kind === "caller") return calledBy(given as RequestedBy | undefined);
  if (given == null) return null;
  if (kind.endsWith("[]")) {
    const element = kind.slice(0, -2);
    return sql.array(given as never, elementTypes[element] ?? element);
  }
  if (kind === "bytes") return sql.binary(given as Buffer);
  if (kind === "json") return sql.fragment`${asJson(given)}::json`;
  if (kind === "jsonb") return sql.fragment`${asJson(given)}::jsonb`;
  return given instanceof Date ? given.toISOString() : (given as bigint | number | boolean | string);
}

/** JSON has no bigint: its text is read as one. */
const asJson = (given: unknown) =>
  JSON.stringify(given, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value));

const schemas: Record<string, z.ZodType> = {
  bigint: z.bigint(),
  number: z.number(),
  boolean: z.boolean(),
  bytes: z.instanceof(Buffer),
  time: z.date(),
  json: z.unknown(),
  jsonb: z.unknown(),
};
const schemaOf = (kind: string): z.ZodType =>
  kind.endsWith("[]") ? z.array(schemaOf(kind.slice(0, -2))) : (schemas[kind] ?? z.string());

/** What is selected of a call, the words after it, and the schema of its rows. */
function reading(gives: string | object, given: Given) {
  if (gives === "void") return { columns: nothing, after: nothing, schema: z.object({}) };
  if (typeof gives === "string") {
    const schema = z.object({ value: given instanceof z.ZodType ? given : schemaOf(gives) });
    return { columns: sql.fragment`value`, after: sql.fragment` as value (value)`, schema };
  }
  const declared = Object.fromEntries(Object.entries(gives).map(([key, kind]) => [key, schemaOf(kind)]));
  const schema = given instanceof z.ZodType ? given : z.object({ ...declared, ...given });
  const columns = columnsOf(schema).map(
    (name) => sql.fragment`${sql.identifier([inSnakeCase(name)])} as ${sql.identifier([name])}`,
  );
  const after = "ordinal" in gives ? sql.fragment` order by ordinal` : nothing;
  return { columns: joined(columns), after, schema };
}

/** The columns that a schema of rows names, by its members; of a union those of any of its rows. */
function columnsOf(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodUnion)
    return [...new Set(schema.options.flatMap((option) => columnsOf(option as z.ZodType)))];
  if (schema instanceof z.ZodIntersection)
    return [schema.def.left, schema.def.right].flatMap((part) => columnsOf(part as z.ZodType));
  throw new Error("the schema of a row is an object, or a union of objects");
}
