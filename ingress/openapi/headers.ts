import type { Header, Reference } from "./document.ts";

/** Headers of answers that are worth knowing. */
export const headers = {
  "X-Request-Id": {
    required: true,
    description:
      "Names this request in our logs: quote it when asking for help. A caller's own x-request-id of 8 to 64 letters, digits, - and _ is taken over.",
    schema: { type: "string" },
  },
  RateLimit: {
    description: "How many requests are left (r) and in how many seconds the count starts anew (t).",
    schema: { type: "string" },
  },
  "RateLimit-Policy": {
    description: "How many requests (q) a key has in how many seconds (w).",
    schema: { type: "string" },
  },
  "Retry-After": {
    required: true,
    description: "How many seconds to wait before the next attempt.",
    schema: { type: "integer", minimum: 1 },
  },
  "Idempotency-Replayed": {
    description: "true where the key had been used with this body before, and nothing new was done.",
    schema: { type: "string", const: "true" },
  },
  ETag: {
    required: true,
    description:
      "The version of this answer. Send it back as If-None-Match to be answered 304 while it is current.",
    schema: { type: "string" },
  },
  "WWW-Authenticate": { required: true, description: "Bearer.", schema: { type: "string" } },
} satisfies Record<string, Header>;

export type HeaderName = keyof typeof headers;

/** The headers of an answer, as references to the document's components. */
export function headersNamed(...names: HeaderName[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
