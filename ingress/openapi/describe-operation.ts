import { z } from "zod";
import type { Route } from "../http/route.ts";
import type { SchemaConverter } from "./convert-schemas.ts";
import type { JsonSchema, Operation, Parameter, Response } from "./document.ts";
import { describeRefusals } from "./describe-refusals.ts";
import { exampleRequests, examplesOf, type RecordedExample } from "./examples.ts";
import { headersNamed, type HeaderName } from "./headers.ts";
import { notes } from "./notes.ts";

const pageMeta = z
  .object({
    nextCursor: z.string().describe("Opaque. Present while hasMore is true.").optional(),
    hasMore: z.boolean().describe("Whether there are more results."),
  })
  .meta({ id: "PageMeta", description: "Pagination of a list." });

/** A file's bytes. */
const file = { type: "string", format: "binary" };
const text = { type: "string" };

/** A route's path in OpenAPI's notation. */
export const templateOf = ({ path }: Route) => path.replace(/:(\w+)/g, "{$1}");

type Described = { tag: string; name: string; route: Route; recorded: RecordedExample[] };

/** Describes a route, named after its export, from its contract and its recorded responses. */
export function describeOperation(
  { tag, name, route, recorded }: Described,
  schemas: SchemaConverter,
): Operation {
  const { params, query, headers, body } = route.request;
  const parameters = [
    ...parametersIn("path", params, schemas),
    ...parametersIn("query", query, schemas),
    ...parametersIn("header", headers, schemas),
    ...ownHeaders(route),
  ];
  const requests = exampleRequests(recorded);
  const requestBody = body && {
    required: true as const,
    content: Object.fromEntries(
      (route.receivesFile?.mediaTypes ?? ["application/json"]).map((mediaType) => [
        mediaType,
        { schema: describeBody(route, body, schemas), ...(requests && { examples: requests }) },
      ]),
    ),
  };
  return {
    operationId: name,
    summary: route.summary,
    description: describe(name, route),
    tags: [tag],
    security: securityOf(route),
    ...(route.access === "key" && { "x-scope": route.scope }),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { ...describeSuccess(route, schemas, recorded), ...describeRefusals(route, recorded) },
  };
}

/** What a request's body holds: of a file that is JSON what is in it, of others bytes. */
function describeBody({ receivesFile }: Route, body: z.ZodType, schemas: SchemaConverter) {
  return receivesFile && receivesFile.content === undefined
    ? file
    : schemas.sent(receivesFile?.content ?? body);
}

function describe(name: string, route: Route): string {
  const access = () => {
    if (route.access === "public")
      return route.signed ? "Signed by the provider. No API key." : "No API key needed.";
    if (route.access === "session") return "Needs a dashboard session.";
    if (route.testKeyOnly) return "Any test key works. No scope needed.";
    return route.scope === null ? "Any key works. No scope needed." : `Needs the scope \`${route.scope}\`.`;
  };
  return [access(), ...(notes[name] ?? [])].join("\n\n");
}

function securityOf(route: Route): Operation["security"] {
  if (route.access === "session") return [{ session: [] }];
  if (route.access === "key") return [{ secretKey: route.scope === null ? [] : [route.scope] }];
  return route.signed ? [{ providerSignature: [] }] : [];
}

function parametersIn(
  place: Parameter["in"],
  schema: z.ZodType | undefined,
  schemas: SchemaConverter,
): Parameter[] {
  if (schema === undefined) return [];
  const { properties, required } = schemas.sent(schema) as {
    properties: Record<string, JsonSchema>;
    required?: string[];
  };
  const shown = Object.entries(properties).filter(([, { hidden }]) => hidden !== true);
  return shown.map(([name, { description, mandatory, ...property }]) => ({
    name: place === "header" ? name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()) : name,
    in: place,
    required: mandatory === true || (required ?? []).includes(name),
    ...(typeof description === "string" && { description }),
    schema: property,
  }));
}

/** The request headers that mount-route.ts reads for a route. */
function ownHeaders(route: Route): Parameter[] {
  if (!route.responseHeaders?.includes("ETag")) return [];
  const description = "The ETag of the response you already have.";
  return [{ name: "If-None-Match", in: "header", required: false, description, schema: { type: "string" } }];
}

function describeSuccess(
  route: Route,
  schemas: SchemaConverter,
  recorded: RecordedExample[],
): Record<string, Response> {
  const { paged, responseHeaders = [] } = route;
  const { status, data } = route.success;
  const sent = route.sendsFile
    ? route.sendsFile.mediaTypes.map((mediaType) => [mediaType, mediaType.startsWith("text/") ? text : file])
    : [["application/json", schemas.received(z.object({ data, ...(paged && { meta: pageMeta }) }))]];
  const examples = examplesOf(recorded, status);
  const limits: HeaderName[] = route.access === "public" ? [] : ["RateLimit", "RateLimit-Policy"];
  const ignored: HeaderName[] = route.request.body && !route.receivesFile ? ["Ignored-Fields"] : [];
  const headers = headersNamed("X-Request-Id", ...limits, ...ignored, ...responseHeaders);
  const current: Record<string, Response> = responseHeaders.includes("ETag")
    ? { 304: { description: "You already have this version.", headers } }
    : {};
  return {
    [status]: {
      description: status === 201 ? "Created." : "Done.",
      headers,
      content: {
        ...Object.fromEntries(
          sent.map(([mediaType, schema]) => [mediaType, { schema, ...(examples && { examples }) }]),
        ),
        ...(route.sendsCsv && { "text/csv": { schema: text } }),
      },
    },
    ...current,
  };
}
