import type { RequestHandler } from "express";
import { Problem } from "./http/problems.ts";

/** GET /: redirects people to the dashboard, and tells programs where the API and its documentation are. */
export const showRoot: RequestHandler = (request, response) => {
  response.vary("accept").set("cache-control", "no-store");
  if (request.accepts(["json", "html"]) !== "html")
    throw new Problem("NOT_FOUND", "Nothing here. The API is at /v1, and its documentation at /docs.");
  response.redirect(302, "/dashboard");
};
