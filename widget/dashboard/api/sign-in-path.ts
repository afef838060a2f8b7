import { forgetUnsaved } from "../components/forms/unsaved.ts";

/**
 * The dashboard path in `next`, to open after signing in, or undefined. Other addresses are ignored, so that a link to
 * the sign-in page cannot send people to a copy of it.
 */
export function safeNext(next: string | undefined, origin = window.location.origin): string | undefined {
  if (next === undefined || !next.startsWith("/dashboard/")) return undefined;
  if (!URL.canParse(next, origin)) return undefined;
  const url = new URL(next, origin);
  if (url.origin !== origin) return undefined;
  if (!url.pathname.startsWith("/dashboard/") || url.pathname.startsWith("/dashboard/api/")) return undefined;
  return url.pathname + url.search + url.hash;
}

/** `next` for the fragment of the sign-in page, which browsers send to nobody: it may carry a mail's token. */
export const nextInHash = (next: string) => new URLSearchParams({ next }).toString();

/** What nextInHash() wrote into a fragment, if it did. */
export const nextOfHash = (hash: string) => new URLSearchParams(hash.slice(1)).get("next") ?? undefined;

/** Goes to the sign-in page, which shows why, and drops all loaded data: it belongs to a session that is over. */
export function goToSignIn(): void {
  const { pathname, search } = window.location;
  if (isSignedOutPage(pathname)) return;
  forgetUnsaved();
  window.location.assign(`/dashboard/sign-in?${new URLSearchParams(afterSession(pathname + search))}`);
}

/** Parameters for the sign-in page: the session has ended, and where to continue. */
export function afterSession(path: string): Record<string, string> {
  const next = safeNext(path);
  return { ...(next !== undefined && { next }), ended: "1" };
}

const isSignedOutPage = (path: string) => !/^\/dashboard\/(test|live)(\/|$)/.test(path);
