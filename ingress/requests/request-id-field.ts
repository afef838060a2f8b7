import { text } from "../http/fields.ts";

export const requestIdPattern = /^[A-Za-z0-9_-]{8,64}$/;

/** A request's id in a request: what identifyRequest takes or makes. */
export const requestId = text(requestIdPattern, "must be the x-request-id of a response");
