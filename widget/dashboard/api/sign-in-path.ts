/**
 * Where to go after signing in: a path of the dashboard that `next` names, or undefined. Whatever leads elsewhere is
 * ignored, so that a link to the sign-in page cannot send people to somebody's copy of it.
 */
export function safeNext(next: string | undefined): string | undefined {
  if (next === undefined || !next.startsWith("/dashboard/")) return undefined;
  const url = URL.parse(next, window.location.origin);
  if (url === null || url.origin !== window.location.origin) return undefined;
  if (!url.pathname.startsWith("/dashboard/") || url.pathname.startsWith("/dashboard/api/")) return undefined;
  return url.pathname + url.search + url.hash;
}

/** Leaves for the sign-in page, and forgets all that was loaded: it belongs to a session that is over. */
export function goToSignIn(): void {
  const { pathname, search } = window.location;
  if (isSignedOutPage(pathname)) return;
  const next = safeNext(pathname + search);
  window.location.assign(`/dashboard/sign-in${next ? `?next=${encodeURIComponent(next)}` : ""}`);
}

const isSignedOutPage = (path: string) => !/^\/dashboard\/(test|live)(\/|$)/.test(path);
