import { createHmac, hash, timingSafeEqual } from "node:crypto";
import type { RequestHandler } from "express";
import { callerIp } from "../caller-ip.ts";
import type { Context } from "../../context.ts";
import type { FailedAuthenticationLimit } from "../limits/limit-failures.ts";
import { Problem, unknownPath } from "../problems.ts";

/** A signature is refused if its time differs from ours by more than this, against replays. */
const TOLERANCE_SECONDS = 300;

/**
 * How a body is signed, by who signs it:
 *
 * - provider: `x-provider-signature: t=<Unix seconds>,v1=<hex>`, the HMAC-SHA256 of t, a dot and the body's bytes,
 *   under one of LIVE_GATEWAY_WEBHOOK_SECRETS.
 * - paystack: `x-paystack-signature: <hex>`, the HMAC-SHA512 of the body's bytes, under one of PAYSTACK_WEBHOOK_KEYS.
 * - monnify: `monnify-signature: <hex>`, the same under one of MONNIFY_WEBHOOK_KEYS.
 * - flutterwave: `verif-hash`, one of FLUTTERWAVE_WEBHOOK_HASHES as it is. Nothing ties it to the body.
 *
 * Only the first has a time, so what the others sign may be sent again and must do no harm then. Who has seen one
 * notice of Flutterwave's can write any other: it must do no harm whatever it says.
 */
const schemes = {
  provider: { header: "x-provider-signature", secrets: "providerSecrets", isSigned: isSignedAtTime },
  paystack: { header: "x-paystack-signature", secrets: "paystackWebhookKeys", isSigned: isSignedAsItIs },
  monnify: { header: "monnify-signature", secrets: "monnifyWebhookKeys", isSigned: isSignedAsItIs },
  flutterwave: { header: "verif-hash", secrets: "flutterwaveWebhookHashes", isSigned: isOneOf },
} as const;

/** Raises NOT_FOUND where there is no secret to compare with. Runs before readBody: no body is of any use then. */
export function requireProviderSecret(
  scheme: keyof typeof schemes,
  { config }: Pick<Context, "config">,
): RequestHandler {
  return (_request, _response, next) => {
    if (config[schemes[scheme].secrets].length === 0) throw unknownPath();
    next();
  };
}

/**
 * Accepts only bodies that the live gateway's provider signed. Runs after readBody and before the body is parsed.
 * Failures are counted per address, together with those of keys.
 */
export function requireProviderSignature(
  scheme: keyof typeof schemes,
  { config, log }: Pick<Context, "config" | "log">,
  failures: FailedAuthenticationLimit,
): RequestHandler {
  const { header, secrets, isSigned } = schemes[scheme];
  return async (request, response, next) => {
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    if (isSigned(bytes, request.get(header) ?? "", config[secrets])) return next();

    const ip = callerIp(request);
    log.warn({ requestId: request.requestId, ip, route: response.locals.routePath }, "bad signature");
    await failures.count(ip);
    throw new Problem("AUTH_INVALID", "The body's signature is missing, wrong or too old.");
  };
}

/** Whether a header is the signature of these bytes under one of the secrets, made within five minutes of now. */
export function isSignedAtTime(bytes: Buffer, header: string, secrets: string[]): boolean {
  const [, time, signature] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  if (time === undefined || signature === undefined) return false;
  const given = Buffer.from(signature, "hex");
  const isGenuine = secrets.some((secret) =>
    timingSafeEqual(createHmac("sha256", secret).update(`${time}.`).update(bytes).digest(), given),
  );
  return isGenuine && Math.abs(Date.now() / 1000 - Number(time)) <= TOLERANCE_SECONDS;
}

function isSignedAsItIs(bytes: Buffer, header: string, keys: string[]): boolean {
  if (!/^[0-9a-f]{128}$/.test(header)) return false;
  const given = Buffer.from(header, "hex");
  return keys.some((key) => timingSafeEqual(createHmac("sha512", key).update(bytes).digest(), given));
}

/** Whether a header is one of the secrets itself. Their digests are compared, which have one length. */
function isOneOf(_bytes: Buffer, header: string, secrets: string[]): boolean {
  const given = hash("sha256", header, "buffer");
  return secrets.some((secret) => timingSafeEqual(hash("sha256", secret, "buffer"), given));
}
