import { randomUUID } from "node:crypto";

/** A name for a request: a UUID with one more dash, since the log masks ten digits in a row. */
export function createRequestId(): string {
  return randomUUID().replace(/.{8}$/, "-$&");
}
