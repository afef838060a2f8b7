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
  // Always the same text, so that nobody can probe what is behind an address.
  address: ["the host's address is not allowed", "webhooks are sent over the public internet only"],
  notFound: ["the host's name was not found", "check the URL and the name's DNS records"],
  noNameServer: ["the host's name servers did not respond", "check the name's DNS records"],
  length: [
    "the response's body is not as long as its Content-Length says",
    "check the server's log for a crash, and that it sends the header once",
  ],
  interim: ["the response began with 100 Continue, which was not asked for", "send the final response alone"],
  upgrade: ["the response switches to another protocol (101)", "respond with 200 to 299"],
  folded: ["a header of the response goes on in the next line", "send each header in one line"],
  lineEnds: ["lines of the response's head end without CR LF", "end each line with both"],
  chunks: ["the response's chunks cannot be read", "send each chunk's size without spaces"],
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

/** Errors of undici and its parser for responses that HTTP/1.1 allows, or once allowed, and they reject. */
const failureOfWords: readonly (readonly [RegExp, keyof typeof failures])[] = [
  [/^bad response$/, "interim"],
  [/^bad upgrade$/, "upgrade"],
  [/whitespace after header value/, "folded"],
  [/expected (CR|LF)\b/, "lineEnds"],
  [/chunk size/, "chunks"],
];

/**
 * Returns, for the merchant, why no complete response came.
 *
 * @param hasTimedOut whether the attempt timed out
 * @param status of a response whose body did not arrive completely
 */
export function describeFailure(error: unknown, hasTimedOut: boolean, status: number | undefined): string {
  const [what, advice]: Failure = failures[hasTimedOut ? "timeout" : failureOf(error, status)];
  const when = status === undefined ? "" : ` while a response with status ${status} was being read`;
  return `${what}${when}${advice === undefined ? "" : `: ${advice}`}`;
}

/** Returns, for the merchant, why a response with this status is a failure; undefined for a success. */
export function describeStatus(status: number): string | undefined {
  if (status >= 200 && status <= 299) return undefined;
  if (status >= 300 && status <= 399) return `redirects are not followed (${status}): set the final URL`;
  return `the response's status is ${status}: respond with 200 to 299 when the event has arrived`;
}

function failureOf(error: unknown, status: number | undefined): keyof typeof failures {
  if (error instanceof AddressRefused) return "address";
  if (error instanceof HostUnresolved) return error.isKnown ? "notFound" : "noNameServer";
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  // A connection that ends in the middle of the body is no header error.
  if (code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH" && status === undefined) return "length";
  const text = error instanceof Error ? error.message : "";
  const known = failureOfWords.find(([words]) => words.test(text))?.[1] ?? failureOfCode[code];
  if (known !== undefined) return known;
  // A connection that ends inside a chunked body is a parser's error too.
  if (error instanceof errors.HTTPParserError) return status === undefined ? "http" : "closed";
  if (code.startsWith("ERR_SSL_") || code.startsWith("ERR_TLS_")) return "tls";
  // undici asserts the status's range.
  if (code === "ERR_ASSERTION") return "http";
  return /CERT|CRL|SIGNATURE/.test(code) ? "certificate" : "connection";
}
