import fc from "fast-check";
import type { Document, Operation, Parameter } from "../../../ingress/openapi/document.ts";
import {
  hostileAccess,
  hostileContentType,
  hostileHeaders,
  hostilePath,
  hostileQuery,
  queryOf,
  type Header,
} from "./hostile-parts.ts";
import { hostileBytes, hostileChange, hostileJson } from "./hostile-values.ts";
import { changePart, write, type JsonText } from "./json-text.ts";
import { validValue } from "./valid-values.ts";
import { weighted } from "./weighted.ts";

/**
 * One request, byte for byte: `body` and header values have a byte in each character. What exists in one run only is
 * written as {{kind:number}} and filled in from the stock, so that a seed always creates the same requests.
 */
export type FuzzRequest = {
  method: string;
  /** Path and query. */
  target: string;
  headers: Header[];
  body: string | undefined;
};

type Parts = {
  method: string;
  path: string;
  query: string;
  access: Header[];
  headers: Header[];
  contentType: Header[];
  body: string | undefined;
};
type Arbitraries = { [Part in keyof Parts]: fc.Arbitrary<Parts[Part]> };

/**
 * Requests to one operation of the document: valid ones, ones with a single wrong part, and completely wrong ones. They
 * are derived from its contract only, so that new operations are covered too.
 */
export function anyRequest(
  method: string,
  path: string,
  operation: Operation,
  components: Document["components"]["schemas"],
): fc.Arbitrary<FuzzRequest> {
  const valid = validParts(method, path, operation, components);
  const hostile = hostileParts(valid, path, operation, components);
  const wrong = (Object.keys(hostile) as (keyof Parts)[]).filter((part) => weights(operation)[part] > 0);
  const withWrong = (part: keyof Parts) => fc.record({ ...valid, [part]: hostile[part] } as Arbitraries);
  const oneWrong = weighted(...wrong.map((part) => [weights(operation)[part], withWrong(part)] as const));
  return weighted([5, fc.record(valid)], [9, oneWrong], [2, fc.record(hostile)]).map(
    ({ query, access, headers, contentType, body, ...drawn }) => ({
      method: drawn.method.toUpperCase(),
      target: query === "" ? drawn.path : `${drawn.path}?${query}`,
      headers: [...access, ...headers, ...contentType],
      body,
    }),
  );
}

/** How often each part is the wrong one. */
function weights({ parameters = [], requestBody }: Operation): Record<keyof Parts, number> {
  const has = (place: Parameter["in"]) => parameters.some((parameter) => parameter.in === place);
  return {
    method: 1,
    access: 3,
    headers: has("header") ? 4 : 2,
    query: has("query") ? 10 : 2,
    path: has("path") ? 10 : 1,
    contentType: requestBody ? 3 : 0,
    body: requestBody ? 20 : 1,
  };
}

function validParts(
  method: string,
  path: string,
  { parameters = [], requestBody, security }: Operation,
  components: Document["components"]["schemas"],
): Arbitraries {
  const value = (parameter: Parameter) =>
    validValue(parameter.schema, components, parameter.name).map((text) => plain(text));
  const inPath = parameters.filter((parameter) => parameter.in === "path");
  const inQuery = parameters
    .filter((parameter) => parameter.in === "query")
    .map((parameter) => pair(parameter, value));
  const inHeader = parameters
    .filter((parameter) => parameter.in === "header")
    .map((parameter) => pair(parameter, value));
  const content = requestBody?.content["application/json"];
  return {
    method: fc.constant(method),
    path: fc
      .tuple(...inPath.map(value))
      .map((values) => inPath.reduce((all, { name }, n) => all.replace(`{${name}}`, values[n]!), path)),
    query: fc.tuple(...inQuery).map((pairs) => queryOf(pairs.flat())),
    access: fc.constant(accessFor(security, path)),
    headers: fc.tuple(...inHeader).map((pairs) => pairs.flat()),
    contentType: fc.constant(content === undefined ? [] : [["content-type", "application/json"]]),
    body: content === undefined ? fc.constant(undefined) : validValue(content.schema, components).map(bytes),
  };
}

function hostileParts(
  valid: Arbitraries,
  path: string,
  { parameters = [], requestBody, security }: Operation,
  components: Document["components"]["schemas"],
): Arbitraries {
  const names = parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name);
  const schema = requestBody?.content["application/json"]?.schema;
  const json = schema === undefined ? fc.constant<JsonText>({ members: [] }) : validValue(schema, components);
  return {
    method: fc.constantFrom("get", "post", "put", "patch", "delete", "options", "head", "propfind"),
    path: hostilePath(path),
    query: fc
      .tuple(valid.query, hostileQuery(["limit", "cursor", ...names]))
      .map((queries) => queries.filter(Boolean).join("&")),
    access: hostileAccess(accessFor(security, path)),
    headers: fc.tuple(valid.headers, hostileHeaders).map((headers) => headers.flat()),
    contentType: hostileContentType,
    body: weighted(
      [
        8,
        fc
          .tuple(json, fc.nat(60), hostileChange)
          .map(([text, n, change]) => bytes(changePart(text, n, change))),
      ],
      [1, hostileJson.map(bytes)],
      [2, hostileBytes(json.map(bytes))],
    ),
  };
}

function accessFor(security: Operation["security"], path: string): Header[] {
  const kinds = security.flatMap(Object.keys);
  // A key that approves has no other scope.
  const key = path.startsWith("/v1/approvals") ? "{{key:6}}" : "{{key:0}}";
  if (kinds.includes("secretKey")) return [["authorization", `Bearer ${key}`]];
  return kinds.includes("providerSignature") ? [["x-provider-signature", "{{signature:0}}"]] : [];
}

function pair(
  parameter: Parameter,
  value: (parameter: Parameter) => fc.Arbitrary<string>,
): fc.Arbitrary<Header[]> {
  const name = parameter.in === "header" ? parameter.name.toLowerCase() : parameter.name;
  const given = value(parameter).map((text): Header[] => [[name, text]]);
  return parameter.required ? given : fc.oneof(given, fc.constant<Header[]>([]));
}

function bytes(text: JsonText): string {
  return Buffer.from(write(text), "utf8").toString("latin1");
}

/** A value as written in a path, a query or a header. */
function plain(text: JsonText): string {
  if (Array.isArray(text) || "members" in text) return write(text);
  return "text" in text ? text.text : text.raw.replace(/^"(.*)"$/, "$1");
}
