import type { RequestHandler } from "express";
import { authenticateKey } from "../../../sql/queries/api-keys.ts";
import { callerIp } from "../caller-ip.ts";
import type { Context } from "../../context.ts";
import type { FailedAuthenticationLimit } from "../limits.ts";
import { Problem, type ProblemCode } from "../problems.ts";

/**
 * Accepts requests with a valid key from an IP address that may use the key. The key is looked up for every request,
 * so that a revoked key is refused at once. Failures are counted per address, and too many get a 429; a valid key is
 * still accepted then, since several callers may share an address.
 */
export function authenticateCaller(
  { database, log }: Pick<Context, "database" | "log">,
  failures: FailedAuthenticationLimit,
  revokedKey: ProblemCode = "AUTH_INVALID",
): RequestHandler {
  return async (request, response, next) => {
    const ip = callerIp(request);

    const refuse = async (code: ProblemCode, message: string, secretKey = "") => {
      const keyPrefix = /^sk_(test|live)_/.exec(secretKey)?.[0];
      log.warn({ requestId: request.requestId, ip, code, keyPrefix }, "authentication failed");
      await failures.count(ip);
      throw new Problem(code, message);
    };

    const secretKey = bearerToken(request.get("authorization"));
    if (secretKey === undefined) {
      return refuse("AUTH_REQUIRED", "Send your secret key: Authorization: Bearer <key>.");
    }
    const found = await authenticateKey(database, secretKey, ip);
    if (found === null)
      return refuse("AUTH_INVALID", "This API key does not exist or is revoked.", secretKey);
    if (found.is_revoked) return refuse(revokedKey, "This API key does not exist or is revoked.", secretKey);

    response.locals.keyReference = found.key;
    if (!found.is_ip_allowed)
      throw new Problem("IP_NOT_ALLOWED", "This key may not be used from your IP address.");
    response.locals.caller = {
      key: found.key,
      merchantId: found.merchant_id,
      environment: found.environment,
      isLiveApproved: found.is_live_approved,
      scopes: found.scopes,
      rateLimitPerMinute: found.rate_limit_per_minute,
    };
    next();
  };
}

/** The text after "Bearer", which need not be a key; undefined if there is no bearer token. */
function bearerToken(authorization: string | undefined): string | undefined {
  const token = /^bearer(?: (.*))?$/i.exec(authorization ?? "")?.[1]?.trim();
  return token === "" ? undefined : token;
}
