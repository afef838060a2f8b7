import type { Header, Reference } from "./document.ts";

/** The response headers that the document describes. */
export const headers = {
  "X-Request-Id": {
    required: true,
    description:
      "Identifies this request in our logs: quote it when you ask for help. A caller's own x-request-id is used if it has 8 to 64 letters, digits, - and _.",
    schema: { type: "string" },
  },
  RateLimit: {
    description: "How many requests are left (r), and in how many seconds the count restarts (t).",
    schema: { type: "string" },
  },
  "RateLimit-Policy": {
    description: "How many requests (q) a key may send in how many seconds (w).",
    schema: { type: "string" },
  },
  "Retry-After": {
    required: true,
    description: "How many seconds to wait before the next attempt.",
    schema: { type: "integer", minimum: 1 },
  },
  "Idempotency-Replayed": {
    description: "true if the key was used with this body before. Nothing new was done.",
    schema: { type: "string", const: "true" },
  },
  "Ignored-Fields": {
    description:
      "The members of the body that the endpoint does not know and that had no effect, such as a misspelt one: JSON pointers (RFC 6901) with special characters percent-encoded, separated by commas. At most 20, and 1,000 characters. Absent if there were none.",
    schema: { type: "string" },
  },
  ETag: {
    required: true,
    description:
      "The version of this response. Send it back as If-None-Match to get a 304 while it is current.",
    schema: { type: "string" },
  },
  "WWW-Authenticate": { required: true, description: "Bearer.", schema: { type: "string" } },
} satisfies Record<string, Header>;

export type HeaderName = keyof typeof headers;

/** The headers of a response, as references to the document's components. */
export function headersNamed(...names: HeaderName[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
