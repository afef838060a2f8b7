import type { RequestHandler } from "express";
import { Problem } from "../problems.ts";

/** Each identifies the caller or the host; of two, a proxy may read another one than we do. */
const single = ["authorization", "host"];

/** Raises MALFORMED_REQUEST for a request with two Authorization or Host headers: Node uses the first. */
export const refuseRepeatedHeaders: RequestHandler = (request, _response, next) => {
  const repeated = single.find((name) => (request.headersDistinct[name]?.length ?? 0) > 1);
  if (repeated !== undefined)
    throw new Problem("MALFORMED_REQUEST", `The request has more than one ${repeated} header: send one.`);
  next();
};
