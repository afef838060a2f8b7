import express, { type RequestHandler } from "express";
import { z } from "zod";
import { invalid } from "./problems.ts";
import type { Route } from "./route.ts";

/** The `request.body` of a route that receives a file: its bytes. */
export const fileBody = z
  .instanceof(Buffer, { error: "must be a file" })
  .refine((bytes) => bytes.length > 0, { error: "must not be empty" });

/**
 * Reads a file's bytes. A wrong media type is refused before anything is read; a body that is too long is refused by
 * its Content-Length, or at the first byte too many.
 */
export function readFileBody({ mediaTypes, mostBytes }: NonNullable<Route["receivesFile"]>): RequestHandler {
  const read = express.raw({ type: () => true, limit: mostBytes, inflate: false });
  return (request, response, next) => {
    const mediaType = request.get("content-type")?.split(";")[0]!.trim().toLowerCase();
    if (mediaType === undefined || !mediaTypes.includes(mediaType)) {
      throw invalid({ body: `must be a file, with one of these as Content-Type: ${mediaTypes.join(", ")}` });
    }
    read(request, response, (error?: unknown) => {
      // A request without a body is not read at all.
      if (error === undefined && !Buffer.isBuffer(request.body)) request.body = Buffer.alloc(0);
      next(error);
    });
  };
}
