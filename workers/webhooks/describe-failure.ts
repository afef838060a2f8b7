/**
 * Why no complete response came, for the merchant: what happened, and what can be done about it. The first whose
 * pattern fits counts. It is compared with the error's name and code, with "head" or "body" for the part of the
 * response that was being read, and with the error's words, of which undici and its parser have some for responses that
 * HTTP/1.1 allows, or once allowed, and they reject.
 */
const failures: readonly (readonly [pattern: RegExp, what: string, advice?: string])[] = [
  [/^timeout/, "no complete response within 15 seconds", "respond first and do the work later"],
  // Always the same text, so that nobody can probe what is behind an address.
  [/^AddressRefused/, "the host's address is not allowed", "webhooks are sent over the public internet only"],
  [/^HostUnresolved .* no address$/, "the host's name was not found", "check the URL and its DNS records"],
  [/^HostUnresolved /, "the host's name servers did not respond", "check the name's DNS records"],
  [/ (UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT) /, "no connection within 10 seconds", "check the firewall and port"],
  [/ (EHOSTUNREACH|ENETUNREACH) /, "the host cannot be reached", "check its firewall and the URL's port"],
  [/ ECONNREFUSED /, "the connection was refused", "check that the server runs and the URL's port is right"],
  [
    / UND_ERR_RES_CONTENT_LENGTH_MISMATCH head/,
    "the response's body is not as long as its Content-Length says",
    "check the server's log for a crash, and that it sends the header once",
  ],
  [/ bad response$/, "the response began with an unrequested 100 Continue", "send only the final response"],
  [/ bad upgrade$/, "the response switches to another protocol (101)", "respond with 200 to 299"],
  [/whitespace after header value/, "a response header spans several lines", "send each in one line"],
  [/expected (CR|LF)\b/, "lines of the response's head end without CR LF", "end each line with both"],
  [/chunk size/, "the response's chunks cannot be read", "send each chunk's size without spaces"],
  [/ UND_ERR_HEADERS_OVERFLOW /, "the response's headers are too long", "keep them below 16 KB"],
  // undici asserts the status's range.
  [/^HTTPParserError \S+ head| ERR_ASSERTION /, "the response is not HTTP", "check the URL's port"],
  // A connection that ends in the middle of the body is an error of its length, or of the parser, too.
  [
    / (ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH) |^HTTPParserError/,
    "the connection was closed",
    "check the server's log for a crash",
  ],
  [/ ERR_TLS_CERT_ALTNAME_INVALID /, "the TLS certificate names another host", "use one for the URL's host"],
  [/ CERT_HAS_EXPIRED /, "the TLS certificate has expired", "renew it"],
  [/ CERT_NOT_YET_VALID /, "the TLS certificate is not valid yet", "check the date of its issue"],
  [/ DEPTH_ZERO_SELF_SIGNED_CERT /, "the TLS certificate is self-signed", "use one from a public issuer"],
  [
    / (SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?|UNABLE_TO_VERIFY_LEAF_SIGNATURE) /,
    "the TLS certificate's issuer is not known",
    "send the whole chain, from a public issuer",
  ],
  [/ (EPROTO|ERR_SSL_\w+|ERR_TLS_\w+) /, "the TLS handshake failed", "offer TLS 1.2 or newer on the port"],
  [/(CERT|CRL|SIGNATURE)\w* (head|body)/, "the TLS certificate is not valid", "use one from a public issuer"],
  [/^/, "the connection failed"],
];

/** Returns, for the merchant, why no complete response came. `status`: of one whose body did not arrive completely. */
export function describeFailure(error: unknown, hasTimedOut: boolean, status: number | undefined): string {
  const { name, code = "-", message } = error as Error & { code?: string };
  const signs = hasTimedOut
    ? "timeout"
    : `${name} ${code} ${status === undefined ? "head" : "body"} ${message}`;
  const [, what, advice] = failures.find(([pattern]) => pattern.test(signs))!;
  const when = status === undefined ? "" : ` while a response with status ${status} was being read`;
  return `${what}${when}${advice === undefined ? "" : `: ${advice}`}`;
}

/** Returns, for the merchant, why a response with this status is a failure; undefined for a success. */
export function describeStatus(status: number): string | undefined {
  if (status >= 200 && status <= 299) return undefined;
  if (status >= 300 && status <= 399) return `redirects are not followed (${status}): set the final URL`;
  return `the response's status is ${status}: respond with 200 to 299 when the event has arrived`;
}
