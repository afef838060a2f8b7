const host = String.raw`[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*|\[[0-9a-f:]+\]`;
const exact = new RegExp(String.raw`^(?:https://(?:${host})|http://localhost)(?::\d{1,5})?$`);

/**
 * The origin that a text names, in the form that browsers send: lower case, without the default port that the text may
 * have. It is https, or http for localhost, with nothing after the port. Undefined for everything else, such as
 * wildcards and what could end a header's value. International domains must be given as punycode, so that look-alikes
 * are visible.
 */
export function parseOrigin(text: string): string | undefined {
  const origin = text.toLowerCase().replace(/^(https:.+):443$|^(http:.+):80$/, "$1$2");
  return exact.test(origin) && URL.parse(origin)?.origin === origin ? origin : undefined;
}
