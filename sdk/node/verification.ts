import type { WebhookEvent } from "./types.ts";

export const SIGNATURE_HEADER = "x-service-signature";

/** How far a signature's time may be from ours: an old request cannot be sent again for ever. */
const TOLERANCE_SECONDS = 300;

/** Which mistake was made. */
export type WebhookVerificationCode =
  | "PARSED_BODY"
  | "MISSING_HEADER"
  | "MALFORMED_HEADER"
  | "WRONG_SECRET"
  | "TIMESTAMP_TOO_OLD"
  | "TIMESTAMP_IN_FUTURE"
  | "NOT_JSON";

/** A webhook that must not be believed: respond with 400. */
export class WebhookVerificationError extends Error {
  readonly code: WebhookVerificationCode;
  constructor(code: WebhookVerificationCode, message: string) {
    super(message);
    this.name = "WebhookVerificationError";
    this.code = code;
  }
}

/** The body as it arrived, before anything parsed it. */
export type RawBody = Uint8Array | ArrayBuffer | string;
/** The value of x-service-signature. */
export type SignatureHeader = string | readonly string[] | null | undefined;
/** The endpoint's signing secret, `whsec_…`; several while you replace one. */
export type Secrets = string | readonly string[];

export type VerifyOptions = {
  /** How far the signature's time may be from now: 300 unless given. */
  toleranceSeconds?: number;
  /** Unix time in seconds: this machine's clock unless given. */
  now?: number;
};

export type SignOptions = {
  /** Unix time in seconds: now unless given. */
  timestamp?: number;
  /** Signs as during a rotation. */
  previousSecret?: string;
};

export type Received = {
  body: Uint8Array<ArrayBuffer>;
  /** The bytes that are signed. */
  signed: Uint8Array<ArrayBuffer>;
  time: number;
  signatures: Uint8Array<ArrayBuffer>[];
  secrets: readonly string[];
};

/** Takes a request apart, for its signatures to be compared. */
export function receive(rawBody: RawBody, header: SignatureHeader, given: Secrets): Received {
  const body = bytesOf(rawBody);
  const { time, signatures } = parseHeader(header);
  return {
    body,
    signed: concat(`${time}.`, body),
    time: Number(time),
    signatures,
    secrets: secretsOf(given),
  };
}

/** The event of a request whose signatures were compared with all secrets. */
export function conclude(
  isGenuine: boolean,
  { body, time, secrets }: Received,
  { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now() / 1000 }: VerifyOptions = {},
): WebhookEvent {
  const text = new TextDecoder().decode(body);
  if (!isGenuine) throw new WebhookVerificationError("WRONG_SECRET", describeMismatch(text, secrets));
  const age = now - time;
  // Written so that a time that is no number is never fresh.
  if (!(Math.abs(age) <= toleranceSeconds)) {
    const seconds = Math.ceil(Math.abs(age));
    throw age < 0
      ? new WebhookVerificationError(
          "TIMESTAMP_IN_FUTURE",
          `The webhook was signed ${seconds} seconds in the future: this machine's clock is behind.`,
        )
      : new WebhookVerificationError(
          "TIMESTAMP_TOO_OLD",
          `The webhook was signed ${seconds} seconds ago, more than ${toleranceSeconds}: this machine's clock is ahead, or it is an old request.`,
        );
  }
  try {
    return JSON.parse(text) as WebhookEvent;
  } catch {
    throw new WebhookVerificationError("NOT_JSON", "The body is signed, but not JSON.");
  }
}

/** The headers of a webhook with these signatures, in lower-case hex. */
export function headersOf(time: number, [current, previous]: string[]): Record<string, string> {
  const signature = `t=${time},v1=${current}${previous === undefined ? "" : `,v1_prev=${previous}`}`;
  return { "content-type": "application/json", [SIGNATURE_HEADER]: signature };
}

/** The text and time to sign, and the secrets to sign with. */
export function toSign(event: unknown, secret: string, options: SignOptions = {}) {
  const { timestamp = Math.floor(Date.now() / 1000), previousSecret } = options;
  const body = typeof event === "string" ? event : JSON.stringify(event);
  const secrets = previousSecret === undefined ? [secret] : [secret, previousSecret];
  return { body, timestamp, signed: concat(`${timestamp}.`, encode(body)), secrets };
}

export const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** The secrets as a list. Throws if one is missing. */
export function secretsOf(given: Secrets): readonly string[] {
  const list: unknown[] = [given].flat();
  if (list.length > 0 && list.every((secret) => typeof secret === "string" && secret !== ""))
    return list as string[];
  throw new WebhookVerificationError(
    "WRONG_SECRET",
    "There is no signing secret: is it set in this process's environment?",
  );
}

function bytesOf(rawBody: unknown): Uint8Array<ArrayBuffer> {
  if (typeof rawBody === "string") return encode(rawBody);
  if (rawBody instanceof ArrayBuffer) return new Uint8Array(rawBody);
  if (ArrayBuffer.isView(rawBody))
    return new Uint8Array(rawBody.buffer as ArrayBuffer, rawBody.byteOffset, rawBody.byteLength);
  const came = rawBody == null ? "There is no body" : "The body was parsed before it could be verified";
  throw new WebhookVerificationError(
    "PARSED_BODY",
    `${came}. The signature covers the bytes as they arrived: with Express, mount express.raw({ type: "application/json" }) before any express.json().`,
  );
}

function concat(prefix: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const start = encode(prefix);
  const whole = new Uint8Array(start.length + body.length);
  whole.set(start);
  whole.set(body, start.length);
  return whole;
}

/** Unknown members are left alone, so that kinds of signatures can be added; the known ones come once, in one form. */
function parseHeader(header: unknown): { time: string; signatures: Uint8Array<ArrayBuffer>[] } {
  const text: unknown = Array.isArray(header) && header.length < 2 ? header[0] : header;
  if (text == null || text === "")
    throw new WebhookVerificationError(
      "MISSING_HEADER",
      `The header ${SIGNATURE_HEADER} is missing: the request is not ours, or a proxy drops it.`,
    );
  const members = new Map<string, string>();
  for (const pair of typeof text === "string" ? text.split(",") : [""]) {
    const [, name, value] = /^\s*(\w+)=(\S*)\s*$/.exec(pair) ?? [];
    if (name === undefined || value === undefined || (/^(t|v1|v1_prev)$/.test(name) && members.has(name)))
      throw malformed();
    members.set(name, value);
  }
  const time = members.get("t") ?? "";
  const previous = members.get("v1_prev");
  const signatures = [members.get("v1") ?? "", ...(previous === undefined ? [] : [previous])];
  if (!/^\d{1,12}$/.test(time) || !signatures.every((hex) => /^[0-9a-f]{64}$/.test(hex))) throw malformed();
  return { time, signatures: signatures.map(fromHex) };
}

const fromHex = (hex: string) => Uint8Array.from(hex.match(/../g)!, (pair) => parseInt(pair, 16));

const malformed = () =>
  new WebhookVerificationError(
    "MALFORMED_HEADER",
    `The header ${SIGNATURE_HEADER} must be one t=<seconds>,v1=<64 hex digits>.`,
  );

/** Names the likely mistake. Of the body, which nothing vouches for, it says only which environment is named there. */
function describeMismatch(text: string, secrets: readonly string[]): string {
  const hints = ["The signature is not of this secret and body."];
  if (secrets.some((secret) => /["'\s]/.test(secret)))
    hints.push("A secret has blanks, line breaks or quotation marks.");
  if (secrets.some((secret) => !/^["'\s]*whsec_/.test(secret)))
    hints.push("A secret does not begin with whsec_.");
  const [, environment] = /"environment": ?"(test|live)"/.exec(text) ?? [];
  if (environment !== undefined) hints.push(`Check that the secret is that of the ${environment} endpoint.`);
  hints.push("Verify the bytes before anything parses them.");
  return hints.join(" ");
}
