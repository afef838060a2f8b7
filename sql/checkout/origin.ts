const host = String.raw`[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*|\[[0-9a-f:]+\]`;
const exact = new RegExp(String.raw`^(?:https://(?:${host})|http://localhost)(?::\d{1,5})?$`);

/**
 * The origin that a text names, in the form in which browsers send it (lower case, default port left out): https, or http
 * for localhost, with nothing after the port. Undefined for everything else, wildcards and what could end a header's
 * value among it; a domain in other letters than ASCII's is to be written as its punycode, so that it is seen to be one.
 */
export function parseOrigin(text: string): string | undefined {
  const origin = text.toLowerCase();
  return exact.test(origin) && URL.parse(origin)?.origin === origin ? origin : undefined;
}
