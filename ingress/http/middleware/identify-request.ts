import type { RequestHandler } from "express";
import { scrub } from "../../../sql/logging.ts";
import { createRequestId } from "../request-id.ts";

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- how express lets its types be extended
  namespace Express {
    interface Request {
      /** Names this request in logs and in the answer's x-request-id. */
      requestId: string;
    }
  }
}

/**
 * Takes the caller's x-request-id where it is a short plain token that stands in the log as it is, else makes one, and
 * sends it back.
 */
export const identifyRequest: RequestHandler = (request, response, next) => {
  const given = request.get("x-request-id") ?? "";
  const isPlain = /^[A-Za-z0-9_-]{8,64}$/.test(given) && scrub(given) === given;
  request.requestId = isPlain ? given : createRequestId();
  response.setHeader("x-request-id", request.requestId);
  next();
};
