import { randomUUID } from "node:crypto";
import type { RequestHandler } from "express";
import { scrub } from "../../../sql/process/logging.ts";

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- how express lets its types be extended
  namespace Express {
    interface Request {
      /** Identifies this request in logs and in the response's x-request-id. */
      requestId: string;
    }
  }
}

/** Creates a request id: a UUID with one more dash, since the log masks ten digits in a row. */
export function createRequestId(): string {
  return randomUUID().replace(/.{8}$/, "-$&");
}

/** Uses the caller's x-request-id if it is a short plain token that the log does not mask; otherwise creates one. */
export const identifyRequest: RequestHandler = (request, response, next) => {
  const given = request.get("x-request-id") ?? "";
  const isPlain = /^[A-Za-z0-9_-]{8,64}$/.test(given) && scrub(given) === given;
  request.requestId = isPlain ? given : createRequestId();
  response.setHeader("x-request-id", request.requestId);
  next();
};
