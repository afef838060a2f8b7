import type { Header, Reference } from "./document.ts";

/** The response headers that the document describes. */
export const headers = {
  "X-Request-Id": {
    required: true,
    description:
      "Identifies this request in our logs. Include it when you contact support. We use your own x-request-id if it has 8 to 64 letters, digits, - and _.",
    schema: { type: "string" },
  },
  RateLimit: {
    description: "Requests left (r), and seconds until the limit resets (t).",
    schema: { type: "string" },
  },
  "RateLimit-Policy": {
    description: "Requests allowed per key (q) in a window of w seconds.",
    schema: { type: "string" },
  },
  "Retry-After": {
    required: true,
    description: "Seconds to wait before trying again.",
    schema: { type: "integer", minimum: 1 },
  },
  "Idempotency-Replayed": {
    description: "true if this key was already used with this body. Nothing new was done.",
    schema: { type: "string", const: "true" },
  },
  "Ignored-Fields": {
    description:
      "Unknown fields in the body, which were ignored: JSON pointers (RFC 6901) with special characters percent-encoded, separated by commas. At most 20, and 1,000 characters. Absent if there were none.",
    schema: { type: "string" },
  },
  ETag: {
    required: true,
    description: "The version of this response. Send it as If-None-Match to get a 304 while it's current.",
    schema: { type: "string" },
  },
  "WWW-Authenticate": { required: true, description: "Bearer.", schema: { type: "string" } },
} satisfies Record<string, Header>;

export type HeaderName = keyof typeof headers;

/** The headers of a response, as references to the document's components. */
export function headersNamed(...names: HeaderName[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
