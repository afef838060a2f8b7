/** The build's data for each screen: its path below /dashboard, with $names for parameters, and its files. */
export type Preloads = { path: string; files: string[] }[];

/** The first data of the screens where most visits begin, below /dashboard/api/:environment. */
const firstData: Record<string, string[]> = {
  "/$environment": ["/summary", "/collections?limit=5", "/payouts?limit=5"],
  "/$environment/collections": ["/collections"],
  "/$environment/payouts": ["/payouts"],
};

/**
 * The links that make a browser load a screen's files while it still parses the page's first script, and the session if
 * the browser has one and the screen needs it; without filters, also the screen's first data. `path` is below
 * /dashboard. None for unknown screens.
 */
export function preloadLinks(
  preloads: Preloads,
  path: string,
  { hasSession, hasFilters }: { hasSession: boolean; hasFilters: boolean },
): string {
  // Once for all screens: anyone can send a path with thousands of parts.
  const given = path.replace(/\/$/, "").split("/");
  const screen = preloads.find((each) => leadsTo(each.path, given));
  if (screen === undefined) return "";
  const files = screen.files.map(
    (file) => `<link rel="modulepreload" crossorigin href="/dashboard/${file}">`,
  );
  const data = hasSession && screen.path.startsWith("/$environment") ? ["/session"] : [];
  const environment = given[1];
  if (hasSession && !hasFilters && (environment === "test" || environment === "live"))
    data.push(...(firstData[screen.path] ?? []).map((each) => `/${environment}${each}`));
  const fetches = data.map(
    (each) => `<link rel="preload" as="fetch" crossorigin="anonymous" href="/dashboard/api${each}">`,
  );
  return [...files, ...fetches].join("");
}

function leadsTo(pattern: string, given: readonly string[]): boolean {
  const wanted = pattern.split("/");
  return (
    wanted.length === given.length && wanted.every((part, n) => part.startsWith("$") || part === given[n])
  );
}
