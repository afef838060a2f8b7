import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { domains } from "../../ingress/api-routes.ts";
import { buildOpenapi } from "../../ingress/openapi/build-openapi.ts";
import { errorsOf } from "../../ingress/openapi/errors-of.ts";
import { routesOf } from "../../ingress/openapi/tags.ts";
import type { JsonSchema } from "../../ingress/openapi/document.ts";
import type { Endpoint } from "../../sdk/node/endpoint.ts";
import { errorOf } from "../../sdk/node/errors.ts";
import { resources } from "../../sdk/node/resources.ts";
import { sandboxAccounts, sandboxIdentities } from "../../workers/gateways/sandbox/outcomes.ts";

test("the SDK has a method for each endpoint that takes a key, with the arguments that it takes", () => {
  const document = buildOpenapi(domains, "");
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { security }]) => security.some((scheme) => "secretKey" in scheme))
      .map(([method, operation]) => {
        const key = operation.parameters?.find(({ name }) => name === "Idempotency-Key");
        const { schema } = schemaOf(operation.responses[200] ?? operation.responses[201]);
        return {
          method,
          path,
          ...(operation.requestBody && { body: true }),
          ...(operation.parameters?.some((parameter) => parameter.in === "query") &&
            method === "get" && { query: true }),
          ...(key && { key: key.required ? "required" : "made" }),
          ...("meta" in ((schema?.["properties"] ?? {}) as JsonSchema) && { list: true }),
        };
      }),
  );
  // A statement is both: JSON, and a file.
  const methods = endpointsOf(resources).filter(({ csv }) => csv !== "asked");
  const sorted = (endpoints: object[]) =>
    endpoints
      .map(({ csv: _csv, ...endpoint }: { csv?: string }) =>
        JSON.stringify(Object.entries(endpoint).toSorted()),
      )
      .toSorted();
  expect(sorted(methods)).toEqual(sorted(described));
});

test("the SDK's page has every method", () => {
  const page = readFileSync(new URL("../../docs/merchants/sdk.md", import.meta.url), "utf8");
  const table = page.slice(page.indexOf("| Resource "), page.indexOf("A method returns"));
  const named = table
    .matchAll(/^\| (`[^|]+`) +\| (`[^|]+`) +\|$/gm)
    .flatMap(([, names, methods]) =>
      wordsIn(names).flatMap((name) => wordsIn(methods).map((method) => `${name}.${method}`)),
    );
  expect([...named].toSorted()).toEqual(namesOf(resources, "").toSorted());
});

test("each code that a key can get has a family of errors", () => {
  const routes = routesOf(domains).filter(({ route }) => route.access === "key");
  const codes = new Set(routes.flatMap(({ route }) => [...errorsOf(route).values()].flat()));
  // For people in the dashboard, where routes are for both.
  for (const code of ["ROLE_INSUFFICIENT", "ORIGIN_NOT_ALLOWED"] as const) codes.delete(code);
  const strange = [...codes].filter((code) => errorOf({ code, message: "" }).name === "ApiError");
  expect(strange).toEqual([]);
});

test("the SDK's magic numbers are those of the sandbox", () => {
  expect(resources.sandbox.magicNumbers).toEqual({
    accounts: sandboxAccounts,
    identities: sandboxIdentities,
  });
});

function schemaOf(response: unknown): { schema?: JsonSchema } {
  return (response as { content: Record<string, { schema: JsonSchema }> }).content["application/json"] ?? {};
}

function endpointsOf(table: object): Endpoint[] {
  return Object.values(table).flatMap((value) => {
    if (typeof value !== "object") return [];
    return "method" in value ? [value as Endpoint] : endpointsOf(value as object);
  });
}

const wordsIn = (cell = "") => [...cell.matchAll(/`([\w.]+)`/g)].map(([, word]) => word!);

/** The names of methods and constants, such as payouts.create. */
function namesOf(table: object, path: string): string[] {
  return Object.entries(table).flatMap(([name, value]) => {
    const full = path === "" ? name : `${path}.${name}`;
    return "method" in value || name === "magicNumbers" ? [full] : namesOf(value as object, full);
  });
}
