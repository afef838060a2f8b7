import { extname } from "node:path";
import type { RequestHandler } from "express";

/** What the build keeps a compressed copy of, beside the file itself. */
export const compressedTypes = [".html", ".css", ".js", ".svg", ".json"];

/**
 * Rewrites a request for a folder to its page, and a request for a file to its compressed copy if
 * the client accepts that.
 */
export const preferCompressed: RequestHandler = (request, response, next) => {
  const path = request.path.endsWith("/") ? `${request.path}index.html` : request.path;
  request.url = path;
  const type = extname(path);
  if (!compressedTypes.includes(type)) return next();
  response.vary("accept-encoding");
  if (request.acceptsEncodings("gzip") !== "gzip") return next();
  request.url = `${path}.gz`;
  response.type(type).set("content-encoding", "gzip");
  next();
};
