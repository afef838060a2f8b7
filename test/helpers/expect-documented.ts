import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { expect } from "vitest";
import { domains } from "../../ingress/api-routes.ts";
import { buildOpenapi } from "../../ingress/openapi/build-openapi.ts";
import type { Response, Operation, Reference } from "../../ingress/openapi/document.ts";

const document = buildOpenapi(domains, "https://api.example.test");
const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
formats.default(ajv);
ajv.addSchema(document, "openapi.json");

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    method,
    path: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`),
    at: ["paths", path, method],
    operation,
  })),
);

const validators = new Map<string, ValidateFunction>();

/** The schema at a place in the document, as a function. */
export function schemaAt(...place: string[]): ValidateFunction {
  const pointer = place.map((part) => part.replaceAll("~", "~0").replaceAll("/", "~1")).join("/");
  const known = validators.get(pointer);
  if (known !== undefined) return known;
  const made = ajv.compile({ $ref: `openapi.json#/${pointer.replace(/[^\w/.~-]/g, encodeURIComponent)}` });
  validators.set(pointer, made);
  return made;
}

type Received = { method: string; path: string; status: number; headers: Headers; body: unknown };

/**
 * Checks a response against the OpenAPI document: the operation has its status, and its media type, headers and body
 * are those of that status; for an error its code too. Paths that are in no document pass.
 */
export function expectDocumented({ method, path, status, headers, body }: Received): void {
  const { pathname } = new URL(path, "http://localhost");
  const found = operations.find(
    (candidate) => candidate.method === method.toLowerCase() && candidate.path.test(pathname),
  );
  if (found === undefined) return;

  const { operation, at } = found;
  const what = `${method} ${pathname} → ${status}`;
  const { response, place } = responseOf(operation, status, at, what);
  const always = Object.keys(response.headers ?? {}).filter(
    (name) => document.components.headers[name]!.required,
  );
  expect(
    always.filter((name) => !headers.has(name)),
    `${what} lacks headers`,
  ).toEqual([]);
  if (response.content === undefined) {
    expect(body, what).toBeUndefined();
    return;
  }
  expect(headers.get("content-type"), what).toBe("application/json; charset=utf-8");
  const validate = schemaAt(...place, "content", "application/json", "schema");
  validate(body);
  expect(validate.errors ?? [], `${what}: ${JSON.stringify(body)}`).toEqual([]);
}

function responseOf(operation: Operation, status: number, at: string[], what: string) {
  const response: Response | Reference | undefined = operation.responses[status];
  if (response === undefined) throw new Error(`${what} is not documented`);
  if (!("$ref" in response)) return { response, place: [...at, "responses", `${status}`] };
  const name = response.$ref.split("/").at(-1)!;
  return { response: document.components.responses[name]!, place: ["components", "responses", name] };
}
