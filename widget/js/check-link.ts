import type { Unavailable } from "./types.ts";

/** unregistered: the link is open, but this page's origin may not embed its checkout. */
export type LinkState = "open" | "unregistered" | "unreachable" | Unavailable;

type State = { status: string; reason?: "disabled" | "paid"; embeddable?: boolean };

/** How long after the click the modal shows that there is no response. */
const TIMEOUT_MS = 8000;

/** Checks whether a link can be opened here. This comes before the modal, since nothing may open if it cannot. */
export async function checkLink(link: string | undefined): Promise<LinkState> {
  if (link === undefined) return "missing";
  const request = new AbortController();
  const timer = setTimeout(() => request.abort(), TIMEOUT_MS);
  try {
    const response = await fetch(`${link}/state`, {
      credentials: "omit",
      cache: "no-store",
      signal: request.signal,
    });
    if (response.status === 404) return "unknown";
    if (!response.ok) return "unreachable";
    const { data } = (await response.json()) as { data: State };
    if (data.status !== "open") return data.reason ?? "disabled";
    return data.embeddable === false ? "unregistered" : "open";
  } catch {
    return "unreachable";
  } finally {
    clearTimeout(timer);
  }
}
