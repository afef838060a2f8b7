import { createSchemaConverter } from "./convert-schemas.ts";
import { describeOperation, templateOf } from "./describe-operation.ts";
import { problem, sharedRefusals } from "./describe-refusals.ts";
import { describeWebhooks } from "./describe-webhooks.ts";
import type { Document } from "./document.ts";
import { readExamples } from "./examples.ts";
import { headers } from "./headers.ts";
import { allTags, routesOf, tagOf, type Domains } from "./tags.ts";

const description = `\
JSON in and out. Every response has either \`data\` (with \`meta\` on lists) or \`error\`: \`{code, message, \
details?}\`. Money is \`{value, currency}\` in minor units, for naira in kobo. Timestamps are UTC with \
milliseconds. Lists are newest first; pass \`meta.nextCursor\` back as \`cursor\`. Unknown fields in a body \
are ignored and named in the response header \`Ignored-Fields\`; requests that send money refuse them \
(\`additionalProperties: false\`). Unknown query parameters are refused with 422 \`VALIDATION_ERROR\`, and \
unsupported methods with 405 \`METHOD_NOT_ALLOWED\` and \`Allow\`.`;

/**
 * Builds the OpenAPI 3.1 document of these routes, which callers reach at `publicUrl`. It is made from the routes'
 * declarations and from recorded responses, so that it matches what the service does.
 */
export function buildOpenapi(domains: Domains, publicUrl: string): Document {
  const routes = routesOf(domains);
  const examples = readExamples();
  const schemas = createSchemaConverter();
  const paths: Document["paths"] = {};
  for (const { domain, name, route } of routes) {
    const recorded = examples.operations[name] ?? [];
    const operation = describeOperation({ tag: tagOf(domain), name, route, recorded }, schemas);
    (paths[templateOf(route)] ??= {})[route.method] = operation;
  }
  const webhooks = describeWebhooks(schemas, examples.webhooks);
  // Refusals refer to this schema, but no route declares it.
  schemas.received(problem.array());

  const referredTo = JSON.stringify(paths);
  const responses = Object.entries(sharedRefusals(routes.map(({ route }) => route))).filter(([name]) =>
    referredTo.includes(`"#/components/responses/${name}"`),
  );
  return {
    openapi: "3.1.0",
    info: {
      title: "Payments API",
      version: "1.0.0",
      summary: "Collections, payouts, identity checks and signed webhooks for Nigerian merchants",
      description,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: publicUrl, description: "This service" }],
    externalDocs: { url: `${publicUrl}/docs`, description: "The documentation for people" },
    tags: allTags,
    paths,
    webhooks,
    components: {
      schemas: schemas.components,
      responses: Object.fromEntries(responses),
      headers,
      securitySchemes: {
        secretKey: {
          type: "http",
          scheme: "bearer",
          description:
            "A secret key: sk_test_… or sk_live_…. The prefix selects the environment. Never use a secret key in a browser or an app.",
        },
        providerSignature: {
          type: "apiKey",
          in: "header",
          name: "x-provider-signature",
          description:
            "`t=<Unix seconds>,v1=<hex>`: HMAC-SHA256 of t, a dot and the raw body, keyed by the secret shared with the provider.",
        },
      },
    },
  };
}
