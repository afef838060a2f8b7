import type { RequestHandler } from "express";
import { gatewayManifests, type GatewayName } from "../../../workers/gateways/manifest/manifests.ts";
import { callerIp } from "../caller-ip.ts";
import type { Context } from "../../context.ts";
import type { FailedAuthenticationLimit } from "../limits/limit-failures.ts";
import { Problem, unknownPath } from "../problems.ts";

/** Raises NOT_FOUND if no secret is configured. Runs before readBody: no body is of any use then. */
export function requireProviderSecret(
  gateway: GatewayName,
  { config: { webhookSecrets } }: Pick<Context, "config">,
): RequestHandler {
  return (_request, _response, next) => {
    if ((webhookSecrets[gateway] ?? []).length === 0) throw unknownPath();
    next();
  };
}

/**
 * Accepts only bodies that the gateway's provider signed, as its manifest defines. Runs after readBody and before the
 * body is parsed. Failures are counted per address, together with those of keys.
 */
export function requireProviderSignature(
  gateway: GatewayName,
  { config: { webhookSecrets }, log }: Pick<Context, "config" | "log">,
  failures: FailedAuthenticationLimit,
): RequestHandler {
  const { header, isSigned } = gatewayManifests[gateway].webhook;
  return async (request, response, next) => {
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    if (isSigned(bytes, request.get(header) ?? "", webhookSecrets[gateway] ?? [])) return next();

    const ip = callerIp(request);
    log.warn({ requestId: request.requestId, ip, route: response.locals.routePath }, "bad signature");
    await failures.count(ip);
    throw new Problem("AUTH_INVALID", "The body's signature is missing, wrong or too old.");
  };
}
