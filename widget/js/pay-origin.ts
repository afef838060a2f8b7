/** Checks an option that must be exactly an origin, with https or on this machine. Throws if it is not. */
export function readPayOrigin(value: string | undefined): string {
  if (value === undefined) {
    throw new Error(
      'Service() needs the address of your payments service: Service({ payOrigin: "https://pay.example.com" }). ' +
        "Only the script tag knows it without.",
    );
  }
  const url = parseUrl(value);
  // An origin only: a path would be dropped silently, and "https://pay.example.com@evil.example" is evil.example.
  if (url === undefined || url.href !== `${url.origin}/` || !isTrustworthy(url)) {
    throw new Error(
      `payOrigin must be an https origin such as "https://pay.example.com" (or http on localhost), not ${JSON.stringify(value)}.`,
    );
  }
  return url.origin;
}

function parseUrl(value: string): URL | undefined {
  try {
    return new URL(value);
  } catch {
    return undefined;
  }
}

function isTrustworthy({ protocol, hostname }: URL): boolean {
  return protocol === "https:" || (protocol === "http:" && /^(localhost|127\.0\.0\.1)$/.test(hostname));
}
