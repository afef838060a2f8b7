import { errors } from "undici";
import { AddressRefused, HostUnresolved } from "./resolve-host.ts";

/** What happened, and what the merchant can do about it. */
type Failure = readonly [what: string, advice?: string];

const failures = {
  timeout: ["no complete response within 15 seconds", "respond first and do the work later"],
  noConnection: ["no connection within 10 seconds", "check the host's firewall and the URL's port"],
  unreachable: ["the host cannot be reached", "check its firewall and the URL's port"],
  refused: ["the connection was refused", "check that the server runs and the URL's port is right"],
  closed: ["the connection was closed", "check the server's log for a crash"],
  connection: ["the connection failed"],
  // Always the same words, so that nobody can probe what is behind an address.
  address: ["the host's address is not allowed", "webhooks are sent over the public internet only"],
  notFound: ["the host's name was not found", "check the URL and the name's DNS records"],
  noNameServer: ["the host's name servers did not respond", "check the name's DNS records"],
  headers: ["the response's headers are too long", "keep them below 16 KB"],
  http: ["the response is not HTTP", "check the URL's port"],
  tls: ["no TLS connection could be agreed on", "offer TLS 1.2 or newer on the URL's port"],
  certificate: ["the TLS certificate is not valid", "use one from a public certificate authority"],
  certificateName: ["the TLS certificate is for another host name", "use one for the name in the URL"],
  certificateExpired: ["the TLS certificate has expired", "renew it"],
  certificateEarly: ["the TLS certificate is not valid yet", "check the date of its issue"],
  certificateSelfSigned: [
    "the TLS certificate is self-signed",
    "use one from a public certificate authority",
  ],
  certificateIssuer: [
    "the TLS certificate's issuer is not known",
    "send the whole chain, from a public certificate authority",
  ],
} as const satisfies Record<string, Failure>;

const failureOfCode: Record<string, keyof typeof failures> = {
  UND_ERR_HEADERS_TIMEOUT: "timeout",
  UND_ERR_BODY_TIMEOUT: "timeout",
  UND_ERR_CONNECT_TIMEOUT: "noConnection",
  ETIMEDOUT: "noConnection",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  ECONNREFUSED: "refused",
  ECONNRESET: "closed",
  EPIPE: "closed",
  UND_ERR_SOCKET: "closed",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "closed",
  UND_ERR_HEADERS_OVERFLOW: "headers",
  EPROTO: "tls",
  ERR_TLS_CERT_ALTNAME_INVALID: "certificateName",
  CERT_HAS_EXPIRED: "certificateExpired",
  CERT_NOT_YET_VALID: "certificateEarly",
  DEPTH_ZERO_SELF_SIGNED_CERT: "certificateSelfSigned",
  SELF_SIGNED_CERT_IN_CHAIN: "certificateIssuer",
  UNABLE_TO_GET_ISSUER_CERT: "certificateIssuer",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "certificateIssuer",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "certificateIssuer",
};

/**
 * Returns, in words for the merchant, why no complete response came.
 *
 * @param hasTimedOut whether the attempt's time was up
 * @param status of a response whose body did not arrive completely
 */
export function describeFailure(error: unknown, hasTimedOut: boolean, status: number | undefined): string {
  const [what, advice]: Failure = failures[hasTimedOut ? "timeout" : failureOf(error, status)];
  const when = status === undefined ? "" : ` while a response with status ${status} was being read`;
  return `${what}${when}${advice === undefined ? "" : `: ${advice}`}`;
}

/** Returns, in words for the merchant, why a response with this status is a failure; undefined for a success. */
export function describeStatus(status: number): string | undefined {
  if (status >= 200 && status <= 299) return undefined;
  if (status >= 300 && status <= 399) return `redirects are not followed (${status}): set the final URL`;
  return `the response's status is ${status}: respond with 200 to 299 when the event has arrived`;
}

function failureOf(error: unknown, status: number | undefined): keyof typeof failures {
  if (error instanceof AddressRefused) return "address";
  if (error instanceof HostUnresolved) return error.isKnown ? "notFound" : "noNameServer";
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const known = failureOfCode[code];
  if (known !== undefined) return known;
  // A connection that ends inside a chunked body is a parser's error too.
  if (error instanceof errors.HTTPParserError) return status === undefined ? "http" : "closed";
  if (code.startsWith("ERR_SSL_") || code.startsWith("ERR_TLS_")) return "tls";
  return /CERT|CRL|SIGNATURE/.test(code) ? "certificate" : "connection";
}
