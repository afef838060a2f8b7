import type { Request, RequestHandler } from "express";
import { Problem } from "../problems.ts";

export const requireOwnOrigin: RequestHandler = (request, _response, next) => {
  refuseOtherOrigins(request);
  next();
};

/**
 * Refuses a change that a page of another origin asks for with the person's own cookie (cross-site request forgery).
 * Browsers say where a request comes from: in Sec-Fetch-Site, and in Origin. A request that says neither is refused.
 * An Origin is ours where it is that of PUBLIC_URL, whatever Host a proxy has made of it.
 */
export function refuseOtherOrigins(request: Request): void {
  const site = request.get("sec-fetch-site");
  const origin = request.get("origin");
  // A proxy may add what is there already, and Node joins the two.
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
