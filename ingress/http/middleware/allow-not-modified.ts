import type { RequestHandler } from "express";

/**
 * Lets Express respond 304 to a matching If-None-Match although the request has Cache-Control: no-cache, which fetch
 * adds automatically, and Express would send the whole response. "*" matches every response: it would get 304 even if
 * nothing may be cached.
 */
export const allowNotModified: RequestHandler = (request, _response, next) => {
  if (request.headers["if-none-match"]?.trim() === "*") delete request.headers["if-none-match"];
  if (request.headers["if-none-match"] !== undefined) delete request.headers["cache-control"];
  next();
};
