/** The token of a mail's link. It stands in the fragment, which browsers send to nobody. */
export function readMailToken(): string {
  return new URLSearchParams(window.location.hash.slice(1)).get("token") ?? "";
}
