/** The token of an email's link, from the fragment, which browsers don't send. */
export function readMailToken(): string {
  return new URLSearchParams(window.location.hash.slice(1)).get("token") ?? "";
}
