/** What the build says of each screen: its path below /dashboard, with $names for what varies, and its files. */
export type Preloads = { path: string; files: string[] }[];

/**
 * The links that have a browser load a screen's files, and the session where the screen needs one, while it still reads
 * the page's first script. Nothing for paths that lead to no screen.
 */
export function preloadLinks(preloads: Preloads, path: string): string {
  // Once for all screens: a stranger's path may have thousands of parts.
  const given = path.replace(/\/$/, "").split("/");
  const screen = preloads.find((each) => leadsTo(each.path, given));
  if (screen === undefined) return "";
  const links = screen.files.map(
    (file) => `<link rel="modulepreload" crossorigin href="/dashboard/${file}">`,
  );
  if (screen.path.startsWith("/$environment"))
    links.push('<link rel="preload" as="fetch" crossorigin="anonymous" href="/dashboard/api/session">');
  return links.join("");
}

function leadsTo(pattern: string, given: readonly string[]): boolean {
  const wanted = pattern.split("/");
  return (
    wanted.length === given.length && wanted.every((part, n) => part.startsWith("$") || part === given[n])
  );
}
