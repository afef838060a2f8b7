import type { Route } from "../http/route.ts";
import { createSchemaConverter } from "./convert-schemas.ts";
import { describeOperation, templateOf } from "./describe-operation.ts";
import { problem, sharedRefusals } from "./describe-refusals.ts";
import type { Document } from "./document.ts";
import { headers } from "./headers.ts";

/** What the types of the client are made of. */
type ClientDocument = Pick<Document, "openapi" | "paths"> & {
  info: { title: string; version: string };
  components: Pick<Document["components"], "schemas" | "responses" | "headers">;
};

/** Where the dashboard's client finds its routes; their paths in the document are below it. */
const BASE = "/dashboard/api";

/**
 * Builds the OpenAPI 3.1 document of the dashboard's routes. It is only for the dashboard's own client, whose types the
 * build generates from it: it has no examples, and may change at any time.
 */
export function buildDashboardOpenapi(domains: Record<string, Record<string, Route>>): ClientDocument {
  const schemas = createSchemaConverter();
  const paths: Document["paths"] = {};
  for (const [domain, routes] of Object.entries(domains)) {
    for (const [name, route] of Object.entries(routes)) {
      const operation = describeOperation({ tag: domain, name, route, recorded: [] }, schemas);
      (paths[templateOf(route).slice(BASE.length)] ??= {})[route.method] = operation;
    }
  }
  schemas.received(problem.array());
  const routes = Object.values(domains).flatMap((ofDomain) => Object.values(ofDomain));
  return {
    openapi: "3.1.0",
    info: { title: "Dashboard", version: "1.0.0" },
    paths,
    components: { schemas: schemas.components, responses: sharedRefusals(routes), headers },
  };
}
