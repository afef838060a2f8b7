import type { Route } from "../http/route.ts";
import { createSchemaConverter } from "./convert-schemas.ts";
import { describeOperation, templateOf } from "./describe-operation.ts";
import { problem, sharedRefusals } from "./describe-refusals.ts";
import { describeWebhooks } from "./describe-webhooks.ts";
import type { Document } from "./document.ts";
import { readExamples } from "./examples.ts";
import { headers } from "./headers.ts";
import { tagsOf } from "./tags.ts";

const description = `JSON in and out. Every answer has either \`data\` (with \`meta\` on lists) or \`error\`: \`{code, message, details?}\`. \
Money is \`{value, currency}\` in minor units, for naira in kobo. Timestamps are UTC with milliseconds. Lists are newest \
first; pass \`meta.nextCursor\` back as \`cursor\`. Members and parameters that an endpoint does not know are ignored.`;

/**
 * Builds the OpenAPI 3.1 document of these routes, by name, for callers who reach them at `publicUrl`. It is made of what
 * the routes declare and of recorded answers, so that it says what the service does.
 */
export function buildOpenapi(routes: Record<string, Route>, publicUrl: string): Document {
  const all = Object.values(routes);
  const examples = readExamples();
  const schemas = createSchemaConverter();
  const paths: Document["paths"] = {};
  for (const [name, route] of Object.entries(routes)) {
    const operation = describeOperation(name, route, schemas, examples.operations[name] ?? []);
    (paths[templateOf(route)] ??= {})[route.method] = operation;
  }
  const webhooks = describeWebhooks(schemas, examples.webhooks);
  // Referred to by the refusals, which are no answers of routes.
  schemas.received(problem.array());

  const referredTo = JSON.stringify(paths);
  const responses = Object.entries(sharedRefusals(all)).filter(([name]) =>
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
    externalDocs: { url: `${publicUrl}/docs`, description: "The same for people, with the rules behind it" },
    tags: [...tagsOf(all), { name: "Webhooks", description: "What is sent to the merchant's own endpoint." }],
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
            "A secret key: sk_test_… or sk_live_…. It carries its own environment. Never put it into a browser or an app.",
        },
        providerSignature: {
          type: "apiKey",
          in: "header",
          name: "x-provider-signature",
          description:
            "t=<Unix seconds>,v1=<hex HMAC-SHA256 of t, a dot and the raw body> by the secret shared with the provider.",
        },
      },
    },
  };
}
