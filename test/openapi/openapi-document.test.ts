import { existsSync, readFileSync } from "node:fs";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { describe, expect } from "vitest";
import { domains, routes } from "../../ingress/api-routes.ts";
import { buildOpenapi } from "../../ingress/openapi/build-openapi.ts";
import { templateOf } from "../../ingress/openapi/describe-operation.ts";
import { errorsOf } from "../../ingress/openapi/errors-of.ts";
import { readExamples } from "../../ingress/openapi/examples.ts";
import { notes } from "../../ingress/openapi/notes.ts";
import { routesOf, tagOf } from "../../ingress/openapi/tags.ts";
import { problemStatuses } from "../../ingress/http/problems.ts";
import type { Route } from "../../ingress/http/route.ts";
import { schemaAt } from "../helpers/expect-documented.ts";
import { test } from "../helpers/test.ts";

const byName = Object.entries<Route>(routes);
const document = buildOpenapi(domains, "https://payments.example");
const operationOf = (route: Route) => document.paths[templateOf(route)]![route.method]!;
const recorded = readExamples();

/** What a schema of the document finds wrong with a value. */
function faults(value: unknown, ...place: string[]): unknown[] {
  const validate = schemaAt(...place);
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

describe("the OpenAPI document", () => {
  test("a linter with its recommended rules finds nothing in it", async () => {
    const problems = await lintFromString({
      source: JSON.stringify(document),
      absoluteRef: "openapi.json",
      config: await createConfig({ extends: ["recommended"] }),
    });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
      [],
    );
  });

  test("names every route by its export, with exactly its scope", () => {
    for (const [name, route] of byName) {
      const operation = operationOf(route);
      expect(operation.operationId).toBe(name);
      expect(operation["x-scope"], name).toBe(route.access === "key" ? route.scope : undefined);
    }
    expect(byName.map(([name]) => name).filter((name) => !/^[a-z][A-Za-z]+$/.test(name))).toEqual([]);
    expect(Object.keys(notes).filter((name) => !(name in routes))).toEqual([]);
  });

  test("describes what is sent where a schema has only text or a function", () => {
    const parameter = (route: Route, name: string) =>
      operationOf(route).parameters!.find((candidate) => candidate.name === name)!;
    expect(parameter(routes.listPayouts, "limit")).toMatchObject({
      required: false,
      schema: { type: "integer", minimum: 1, maximum: 100, default: 20 },
    });
    expect(parameter(routes.createPayout, "Idempotency-Key")).toMatchObject({ in: "header", required: true });
    const { amount } = (
      operationOf(routes.createPayout).requestBody!.content["application/json"]!.schema as {
        properties: { amount: { properties: object } };
      }
    ).properties;
    expect(amount.properties).toMatchObject({
      value: { type: "integer", minimum: 100, maximum: 9_000_000_000_000_000 },
      currency: { const: "NGN" },
    });
    expect(document.components.schemas).toHaveProperty("Money.properties.value.type", "integer");
  });

  test("tags every route by the folder that its file is in", () => {
    for (const { domain, name, route } of routesOf(domains)) {
      const file = `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;
      expect(existsSync(new URL(`../../ingress/${domain}/${file}`, import.meta.url)), file).toBe(true);
      expect(operationOf(route).tags).toEqual([tagOf(domain)]);
    }
  });

  test("every path of the API begins with its version", () => {
    const outside = Object.keys(document.paths).filter((path) => !path.startsWith("/v1/"));
    expect(outside).toEqual(["/healthz", "/readyz"]);
  });

  test("every documented response has either data or error, and only lists have meta", () => {
    for (const [name, route] of byName) {
      for (const [status, reference] of Object.entries(operationOf(route).responses)) {
        const response =
          "$ref" in reference ? document.components.responses[reference.$ref.split("/").at(-1)!]! : reference;
        const { properties = {}, required } = (response.content?.["application/json"]?.schema ?? {}) as {
          properties?: Record<string, { type?: string }>;
          required?: string[];
        };
        const members = Object.keys(properties);
        const isFile = "sendsFile" in route && Number(status) < 300;
        if (status === "304" || isFile) expect(members).toEqual([]);
        else if (Number(status) >= 400) expect(members, `${name} ${status}`).toEqual(["error"]);
        else expect(members, `${name} ${status}`).toEqual(route.paged ? ["data", "meta"] : ["data"]);
        expect(required ?? [], `${name} ${status}`).toEqual(members);
      }
    }
  });

  test("names the media types of a file that an endpoint sends, and how much one that it receives may hold", () => {
    const results = operationOf(routes.getBatchResults).responses[200] as { content: object };
    expect(Object.keys(results.content)).toEqual(["text/csv"]);
    expect(operationOf(routes.createPayoutBatch).responses[413]).toMatchObject({
      description: "`PAYLOAD_TOO_LARGE`: The body is larger than 5 MB.",
    });
  });

  test("needs an Idempotency-Key where the page of the API says so, and nowhere else", () => {
    const page = readFileSync(new URL("../../docs/merchants/api.md", import.meta.url), "utf8");
    const [, sentence] = /^(.*) need an `Idempotency-Key` header/m.exec(page)!;
    const needing = byName
      .map(([, route]) => operationOf(route))
      .filter(({ parameters = [] }) =>
        parameters.some(({ name, required }) => name === "Idempotency-Key" && required),
      )
      .map(({ operationId }) => templateOf(routes[operationId as keyof typeof routes]));
    expect([...sentence!.matchAll(/`POST ([^`]+)`/g)].map(([, path]) => path).toSorted()).toEqual(
      needing.toSorted(),
    );
  });

  test("lists each code under its own status", () => {
    for (const [name, route] of byName) {
      for (const [status, codes] of errorsOf(route)) {
        expect(
          codes.map((code) => problemStatuses[code]),
          name,
        ).toEqual(codes.map(() => status));
        expect(operationOf(route).responses, name).toHaveProperty(`${status}`);
      }
    }
  });
});

describe("the examples", () => {
  test.for(byName)("%s has an example of its success", ([name, route]) => {
    const examples = recorded.operations[name] ?? [];
    expect(examples.some(({ status }) => status === route.success.status)).toBe(true);
  });

  test("all match the document, as requests and as responses", () => {
    for (const [name, examples] of Object.entries(recorded.operations)) {
      expect(routes, "is there still such a route?").toHaveProperty(name);
      const route: Route = routes[name as keyof typeof routes];
      const at = ["paths", templateOf(route), route.method];
      for (const { title, request, status, body } of examples) {
        const response = operationOf(route).responses[status]!;
        const place =
          "$ref" in response ? response.$ref.slice(2).split("/") : [...at, "responses", `${status}`];
        // A file is text.
        const isFile = "sendsFile" in route && status < 300;
        const wrong = isFile ? [] : faults(body, ...place, "content", "application/json", "schema");
        expect([`${name}: ${title}`, wrong, isFile]).toEqual([
          `${name}: ${title}`,
          [],
          typeof body === "string",
        ]);
        if (request.body === undefined || status >= 300) continue;
        const sent = faults(request.body, ...at, "requestBody", "content", "application/json", "schema");
        expect(sent, `${name}: ${title}`).toEqual([]);
      }
    }
    for (const [type, { body }] of Object.entries(recorded.webhooks)) {
      const place = ["webhooks", type, "post", "requestBody", "content", "application/json", "schema"];
      expect(faults(body, ...place), type).toEqual([]);
    }
    expect(Object.keys(recorded.webhooks).toSorted()).toEqual(Object.keys(document.webhooks).toSorted());
  });

  test("a wrong example would be found, down to a timestamp without milliseconds", () => {
    const place = [
      "paths",
      "/v1/payouts",
      "post",
      "responses",
      "201",
      "content",
      "application/json",
      "schema",
    ];
    const [{ body }] = recorded.operations["createPayout"] as { body: unknown }[] as [
      { body: { data: object } },
    ];
    expect(faults(body, ...place)).toEqual([]);
    expect(faults({ data: { ...body.data, status: "done" } }, ...place)).not.toEqual([]);
    expect(faults({ data: { ...body.data, createdAt: "2026-01-31T09:00:00Z" } }, ...place)).not.toEqual([]);
    expect(faults({ data: { ...body.data, reference: undefined } }, ...place)).not.toEqual([]);
  });

  test("none contains a secret", () => {
    const text = JSON.stringify(recorded);
    expect(text.match(/sk_(test|live)_[0-9A-Za-z]{8,}|whsec_[0-9A-Za-z+/=]{8,}/g)).toBeNull();
  });
});

describe("GET /openapi.json", () => {
  test("is the document, public and cacheable", async ({ fileIngress }) => {
    const url = `${fileIngress.url}/openapi.json`;
    const response = await fetch(url);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("cache-control")).toBe("public, max-age=300");
    const served = (await response.json()) as typeof document;
    expect(JSON.stringify(served.paths) === JSON.stringify(document.paths)).toBe(true);
    expect(served.servers).toEqual([{ url: "http://localhost:3000", description: "This service" }]);

    const headers = { "if-none-match": response.headers.get("etag")! };
    const again = await fetch(url, { headers });
    expect([again.status, (await again.text()).length]).toEqual([304, 0]);
    const other = await fetch(url, { headers: { "if-none-match": '"another"' } });
    expect(other.status).toBe(200);
  });
});
