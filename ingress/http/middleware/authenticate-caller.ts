import type { RequestHandler } from "express";
import { authenticateKey } from "../../../sql/keys/api-keys.ts";
import { noteFacts } from "../../../sql/process/tracing/trace.ts";
import { callerIp } from "../caller-ip.ts";
import type { ProcessContext } from "../../context.ts";
import type { Limits } from "../limits/create-limits.ts";
import { databaseFor } from "../request-database.ts";
import { lostRightMessages, Problem, rightLost, type ProblemCode } from "../problems.ts";

/**
 * Accepts requests with a valid key from an allowed IP address. The key is looked up for every request, so that a
 * revoked key is refused at once.
 *
 * Failures are counted per address. An address with too many gets 429 without a lookup, so that guesses can't keep the
 * database busy. Keys that this process saw to be valid are still looked up, and accepted: other callers may share the
 * guesser's address. A key used from a disallowed address is a failure of that address, and not known there: a thief of
 * the key must not use up its merchant's requests.
 */
export function authenticateCaller(
  { pools, keyLookups, log }: Pick<ProcessContext, "pools" | "keyLookups" | "log">,
  {
    failedAuthentication: failures,
    knownKeys,
    refusedHere,
  }: Pick<Limits, "failedAuthentication" | "knownKeys" | "refusedHere">,
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
    const pair = `${ip} ${secretKey}`;
    const wasRefusedHere = refusedHere.has(pair);
    const isKnown = !wasRefusedHere && knownKeys.has(secretKey);
    if (!isKnown) failures.refuse(ip);
    // An unknown key may be made up, so its lookup waits within its address's share.
    const found = isKnown
      ? await keyLookups.find({ secretKey, ip }, response.locals.deadline)
      : await authenticateKey(databaseFor(pools.reads, request, response, "with a key"), secretKey, ip);
    if (found === null || found.isRevoked) {
      knownKeys.remove(secretKey);
      const code = found === null ? "AUTH_INVALID" : revokedKey;
      return refuse(code, lostRightMessages.AUTH_INVALID, secretKey);
    }
    knownKeys.add(secretKey);
    if (!found.isIpAllowed) refusedHere.add(pair);
    else if (wasRefusedHere) refusedHere.remove(pair);

    noteFacts({ merchant: found.merchant });
    response.locals.keyReference = found.key;
    response.locals.caller = {
      key: found.key,
      merchantId: found.merchantId,
      environment: found.environment,
      isLiveApproved: found.isLiveApproved,
      scopes: found.scopes,
      rateLimitPerMinute: found.rateLimitPerMinute,
      by: { key: found.key, address: ip },
      acting: { actor: found.key, address: ip },
    };
    // After the caller is known, so that the merchant's log of requests has this one too.
    if (!found.isIpAllowed) {
      await failures.count(ip);
      throw rightLost("IP_NOT_ALLOWED");
    }
    next();
  };
}

/** The text after "Bearer", which need not be a key; undefined if there is no bearer token. */
function bearerToken(authorization: string | undefined): string | undefined {
  const token = /^bearer(?: (.*))?$/i.exec(authorization ?? "")?.[1]?.trim();
  return token === "" ? undefined : token;
}
