// Verifies the payments platform's webhooks. One file, no dependencies: copy it, or install @service/webhooks.
// Node 20 or newer. MIT licence.

import { createHmac, timingSafeEqual } from "node:crypto";

/** How far a signature's time may be from ours, in seconds: an old request cannot be sent again for ever. */
const TOLERANCE_SECONDS = 300;

const SIGNATURE_HEADER = "x-service-signature";

/** A webhook that is not to be believed. Respond with 400; `code` says which mistake was made, `message` what to do. */
export class WebhookVerificationError extends Error {
  /**
   * @param {import("./verify-webhook.d.ts").WebhookVerificationCode} code
   * @param {string} message
   */
  constructor(code, message) {
    super(message);
    this.name = "WebhookVerificationError";
    this.code = code;
  }
}

/**
 * Returns the event in a webhook request, if its signature shows that a holder of one of the secrets sent it at most
 * 300 seconds ago, and that nobody has changed it since. Throws WebhookVerificationError, and nothing else.
 *
 * @param {Uint8Array | ArrayBuffer | string} rawBody The body as it arrived, before anything parsed it.
 * @param {string | readonly string[] | null | undefined} header The value of the header x-service-signature.
 * @param {string | readonly string[]} secrets The endpoint's signing secret, `whsec_…`; several while you replace one.
 * @param {import("./verify-webhook.d.ts").VerifyOptions} [options]
 * @returns {import("./verify-webhook.d.ts").WebhookEvent}
 */
export function verifyWebhook(rawBody, header, secrets, options) {
  const body = bytesOf(rawBody);
  const { time, signatures } = parseHeader(header);
  const keys = secretsOf(secrets);

  // Every secret is compared with every signature, whatever matched before: the time that takes tells nothing.
  let isGenuine = false;
  for (const key of keys) {
    const expected = createHmac("sha256", key).update(`${time}.`).update(body).digest();
    for (const signature of signatures) {
      if (timingSafeEqual(expected, Buffer.from(signature, "hex"))) isGenuine = true;
    }
  }
  if (!isGenuine) throw new WebhookVerificationError("WRONG_SECRET", describeMismatch(body, keys));

  requireFresh(Number(time), options ?? {});
  return parseEvent(body);
}

/**
 * Express middleware: verifies the request and puts the event into `request.webhookEvent`, or responds with 400 and
 * says why.
 * The route needs the raw body, so mount it before any express.json():
 *
 *     const rawBody = express.raw({ type: "application/json" });
 *     app.post("/webhooks", rawBody, webhookMiddleware({ secrets }), (request, response) => {
 *       response.sendStatus(204);
 *     });
 *
 * @param {import("./verify-webhook.d.ts").MiddlewareOptions} options
 * @returns {import("./verify-webhook.d.ts").WebhookMiddleware}
 */
export function webhookMiddleware({ secrets, ...options }) {
  // Throws at start if a secret is missing, not at the first event.
  secretsOf(secrets);
  return (request, response, next) => {
    try {
      const body = /** @type {Uint8Array} */ (request.body);
      request.webhookEvent = verifyWebhook(body, request.headers[SIGNATURE_HEADER], secrets, options);
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) return next(error);
      const { code, message } = error;
      response.statusCode = 400;
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ error: { code, message } }));
      return;
    }
    next();
  };
}

/**
 * @param {unknown} rawBody
 * @returns {Buffer}
 */
function bytesOf(rawBody) {
  if (typeof rawBody === "string") return Buffer.from(rawBody, "utf8");
  if (rawBody instanceof ArrayBuffer) return Buffer.from(rawBody);
  if (ArrayBuffer.isView(rawBody)) {
    return Buffer.from(rawBody.buffer, rawBody.byteOffset, rawBody.byteLength);
  }
  const came = rawBody == null ? "There is no body" : "The body was parsed before it could be verified";
  throw new WebhookVerificationError(
    "PARSED_BODY",
    `${came}: the signature is over the bytes as they arrived. With Express, mount express.raw({ type: "application/json" }) on this route, before any express.json().`,
  );
}

/**
 * The time and the signatures of the header, as text. Members that we do not know are left alone, so that new kinds of
 * signatures can be added; those that we know stand there once and in one form.
 *
 * @param {unknown} header
 * @returns {{ time: string, signatures: string[] }}
 */
function parseHeader(header) {
  const text = Array.isArray(header) && header.length === 1 ? header[0] : header;
  if (text == null || text === "" || (Array.isArray(text) && text.length === 0)) {
    throw new WebhookVerificationError(
      "MISSING_HEADER",
      `The header ${SIGNATURE_HEADER} is not there: either the request is not ours, or a proxy drops the header.`,
    );
  }
  /** @type {Map<string, string>} */
  const members = new Map();
  for (const pair of typeof text === "string" ? text.split(",") : [""]) {
    const [, name, value] = /^\s*(\w+)=(\S*)\s*$/.exec(pair) ?? [];
    if (name === undefined || value === undefined || (isKnown(name) && members.has(name))) throw malformed();
    members.set(name, value);
  }
  const time = members.get("t") ?? "";
  const current = members.get("v1") ?? "";
  const previous = members.get("v1_prev");
  const signatures = previous === undefined ? [current] : [current, previous];
  if (!/^\d{1,12}$/.test(time) || !signatures.every((hex) => /^[0-9a-f]{64}$/.test(hex))) throw malformed();
  return { time, signatures };
}

/** @param {string} name */
function isKnown(name) {
  return name === "t" || name === "v1" || name === "v1_prev";
}

function malformed() {
  return new WebhookVerificationError(
    "MALFORMED_HEADER",
    `The header ${SIGNATURE_HEADER} is not of the form t=<seconds>,v1=<64 hexadecimal digits>, as we send it once.`,
  );
}

/**
 * @param {unknown} secrets
 * @returns {string[]}
 */
function secretsOf(secrets) {
  const list = Array.isArray(secrets) ? secrets : [secrets];
  if (list.length > 0 && list.every((secret) => typeof secret === "string" && secret !== "")) return list;
  throw new WebhookVerificationError(
    "WRONG_SECRET",
    "There is no signing secret to verify with: is it set in this process's environment? It begins with whsec_.",
  );
}

/**
 * What can be said of a signature that fits none of the secrets. Of the body, which nothing vouches for, only which
 * environment it names.
 *
 * @param {Buffer} body
 * @param {string[]} secrets
 */
function describeMismatch(body, secrets) {
  const hints = [];
  if (secrets.some((secret) => /["'\s]/.test(secret)))
    hints.push("A secret has blanks, line breaks or quotation marks in it: remove them.");
  if (secrets.some((secret) => !/^["'\s]*whsec_/.test(secret)))
    hints.push("A secret does not begin with whsec_: use the whole of it, and not an API key.");
  const environment = environmentOf(body);
  if (environment !== undefined)
    hints.push(
      `The body says that it is of the ${environment} environment: test and live have endpoints and secrets of their own, so check that the secret is that of the ${environment} endpoint.`,
    );
  hints.push(
    "If the secret is right, the bytes are not those that were signed: verify the body before anything parses and writes it again.",
  );
  return `The signature was not made with the secret given, over this body. ${hints.join(" ")}`;
}

/** @param {Buffer} body */
function environmentOf(body) {
  try {
    const { environment } = JSON.parse(body.toString("utf8"));
    return environment === "test" || environment === "live" ? environment : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {number} time
 * @param {import("./verify-webhook.d.ts").VerifyOptions} options
 */
function requireFresh(time, { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now() / 1000 }) {
  const age = Number(now) - time;
  // Written so that a time that is not a number is never fresh.
  if (Math.abs(age) <= toleranceSeconds) return;
  const seconds = Math.ceil(Math.abs(age));
  if (age < 0) {
    throw new WebhookVerificationError(
      "TIMESTAMP_IN_FUTURE",
      `The webhook was signed ${seconds} seconds in the future: this machine's clock is behind. Synchronise it.`,
    );
  }
  throw new WebhookVerificationError(
    "TIMESTAMP_TOO_OLD",
    `The webhook was signed ${seconds} seconds ago, and at most ${toleranceSeconds} are allowed: this machine's clock is ahead, or the request was held up, or somebody sends an old one again. Every attempt of ours is signed afresh.`,
  );
}

/**
 * @param {Buffer} body
 * @returns {import("./verify-webhook.d.ts").WebhookEvent}
 */
function parseEvent(body) {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    throw new WebhookVerificationError("NOT_JSON", "The body is signed, and is not JSON.");
  }
}
