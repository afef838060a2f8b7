import type { Endpoint } from "../../sdk/node/endpoint.ts";
import { resources } from "../../sdk/node/resources.ts";
import type { Descriptions, Field } from "../../sdk/cli/descriptions.ts";
import { flagOf } from "../../sdk/cli/read-fields.ts";
import type { JsonSchema, Operation } from "../../ingress/openapi/document.ts";
import type { RecordedExample } from "../../ingress/openapi/examples.ts";

/** What the help of each of the CLI's commands shows, by the SDK's name of its method: payouts.create. */
export async function describeCommands(): Promise<Descriptions> {
  // Loaded only here: a start without changes should not wait for it.
  const [{ buildOpenapi }, { domains }, { readExamples }] = await Promise.all([
    import("../../ingress/openapi/build-openapi.ts"),
    import("../../ingress/api-routes.ts"),
    import("../../ingress/openapi/examples.ts"),
  ]);
  const { paths } = buildOpenapi(domains, "");
  const recorded = readExamples().operations;
  return Object.fromEntries(
    methodsOf(resources).map(([name, endpoint]) => {
      const operation = paths[endpoint.path]![endpoint.method]!;
      const fields = endpoint.body ? bodyFields(operation) : endpoint.query ? queryFields(operation) : [];
      // A test wants an example of each; the build goes on without one that is not recorded yet.
      const examples = (recorded[operation.operationId] ?? [])
        .filter(({ status }) => status < 300)
        .map((example) => ({ title: example.title, words: wordsOf(endpoint, example, fields) }))
        .filter(({ words }, at, all) => all.findIndex((one) => one.words === words) === at)
        .slice(0, 2);
      return [name, { summary: operation.summary, fields, examples }];
    }),
  );
}

function methodsOf(table: object, path = ""): [string, Endpoint][] {
  return Object.entries(table).flatMap(([name, value]): [string, Endpoint][] => {
    if (typeof value !== "object") return [];
    return "method" in value
      ? [[path + name, value as Endpoint]]
      : methodsOf(value as object, `${path}${name}.`);
  });
}

function queryFields({ parameters = [] }: Operation): Field[] {
  return parameters
    .filter(({ in: place, name }) => place === "query" && name !== "environment" && name !== "format")
    .map(({ name, required, description, schema }) =>
      fieldOf(name, { ...schema, ...(description && { description }) }, required === true),
    );
}

function bodyFields({ requestBody }: Operation): Field[] {
  return leavesOf(requestBody!.content["application/json"]!.schema as JsonSchema, "", true);
}

/** The fields of an object, those of its parts by their whole names. One is required if all around it are. */
function leavesOf(schema: JsonSchema, prefix: string, isRequired: boolean): Field[] {
  const required = (schema["required"] ?? []) as string[];
  return Object.entries((schema["properties"] ?? {}) as Record<string, JsonSchema>).flatMap(
    ([name, part]) => {
      const needed = isRequired && required.includes(name);
      const isGroup = part["properties"] !== undefined && currencyOf(part) === undefined;
      return isGroup ? leavesOf(part, `${prefix}${name}.`, needed) : [fieldOf(prefix + name, part, needed)];
    },
  );
}

function fieldOf(name: string, schema: JsonSchema, isRequired: boolean): Field {
  const money = [schema, ...((schema["anyOf"] ?? []) as JsonSchema[])].map(currencyOf).find(Boolean);
  const kind = money ?? kinds[String(schema["type"])] ?? "text";
  return { name, kind, isRequired, description: describe(schema, money) };
}

const kinds: Record<string, Field["kind"]> = {
  integer: "number",
  number: "number",
  boolean: "boolean",
  object: "json",
  array: "json",
};

/** The currency of a Money object that an endpoint takes. */
function currencyOf(schema: JsonSchema): "NGN" | "USD" | undefined {
  const { value, currency } = (schema["properties"] ?? {}) as Record<string, JsonSchema>;
  return value === undefined ? undefined : (currency?.["const"] as "NGN" | "USD" | undefined);
}

function describe(schema: JsonSchema, money: string | undefined): string {
  const words = (schema["enum"] ?? []) as string[];
  // Rules for characters are for those who meet them.
  const sentences = String(schema["description"] ?? "").replace(/ ?Must be (text of|a Money).*$/, "");
  const parts = [
    words.length > 0 && `One of ${words.join(", ")}.`,
    sentences.replace("One, or several with", "Or several, with"),
    money && `Such as "2,500.50".`,
  ];
  return parts.filter(Boolean).join(" ");
}

/** The arguments with which the CLI sends a recorded request, as typed in a shell. */
function wordsOf(endpoint: Endpoint, { request }: RecordedExample, fields: Field[]): string {
  const { pathname, searchParams } = new URL(request.path, "http://localhost");
  const parts = pathname.split("/").map(decodeURIComponent);
  const inPath = endpoint.path.split("/").flatMap((part, at) => (part.startsWith("{") ? [parts[at]!] : []));
  const given = fields.flatMap(({ name }): string[] => {
    const value = endpoint.body ? memberOf(request.body, name) : searchParams.get(name);
    return value === undefined || value === null ? [] : [flagOf(name), textOf(value)];
  });
  const key = endpoint.key === "required" ? ["--idempotency-key", "order-1042"] : [];
  return [...inPath, ...given, ...key].map(quote).join(" ");
}

function memberOf(body: unknown, name: string): unknown {
  return name.split(".").reduce<unknown>((part, member) => (part as Record<string, unknown>)?.[member], body);
}

function textOf(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  const { value: amount } = value as { value?: unknown };
  return typeof amount === "number" ? (amount / 100).toFixed(2) : JSON.stringify(value);
}

const quote = (word: string) => (/^[\w./:@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
