import type { Request, RequestHandler } from "express";
import { Problem } from "../problems.ts";

export const requireOwnOrigin: RequestHandler = (request, _response, next) => {
  refuseOtherOrigins(request);
  next();
};

/**
 * Refuses a change by a page of another origin with the person's own cookie (cross-site request forgery). Browsers send
 * where a request comes from: in Sec-Fetch-Site, and in Origin. A request without either is refused. An Origin is ours
 * if it is that of PUBLIC_URL, whatever Host a proxy sends.
 */
export function refuseOtherOrigins(request: Request): void {
  const site = request.get("sec-fetch-site");
  const origin = request.get("origin");
  // A proxy may add a second one, and Node joins the two.
  const isOwn =
    site === undefined
      ? origin === request.app.get("own origin") || hostOf(origin) === request.get("host")
      : site.split(/, */).every((one) => one === "same-origin");
  if (!isOwn) {
    throw new Problem("ORIGIN_NOT_ALLOWED", "This request is only accepted from the dashboard's own pages.");
  }
}

function hostOf(origin: string | undefined): string | undefined {
  return origin !== undefined && URL.canParse(origin) ? new URL(origin).host : undefined;
}
