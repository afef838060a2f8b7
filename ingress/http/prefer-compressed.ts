import { extname } from "node:path";
import type { RequestHandler } from "express";

const endings = { br: ".br", gzip: ".gz" } as const;

/**
 * Serves the copy of a file that the build compressed, if the client accepts that. `types`: of the files that have
 * copies. `encodings`: those of the copies, the smallest first.
 */
export function preferCompressed(
  types: readonly string[],
  encodings: readonly (keyof typeof endings)[],
): RequestHandler {
  return (request, response, next) => {
    const type = extname(request.path);
    if (!types.includes(type)) return next();
    response.vary("accept-encoding");
    // One by one: of several, the client's first would be chosen, and browsers list gzip first.
    const encoding = encodings.find((each) => request.acceptsEncodings(each) !== false);
    if (encoding === undefined) return next();
    request.url = request.path + endings[encoding];
    response.type(type).set("content-encoding", encoding);
    next();
  };
}
