/** What to redo after files changed, in this order. */
export type RestartPlan = { build: boolean; migrate: boolean; workers: boolean; ingress: boolean };

/** Decides what to restart, from the changed files' paths, relative to the root of the project. */
export function planRestart(paths: Iterable<string>): RestartPlan {
  const changed = [...paths].filter(isSource);
  const has = (folder: string) => changed.some((path) => path.startsWith(folder));
  const build = has("widget/");
  return {
    build,
    migrate: changed.some((path) => /^sql\/.*\.(sql|csv)$/.test(path)),
    workers: has("sql/") || has("workers/"),
    // The ingress reads the build when it starts.
    ingress: has("sql/") || has("ingress/") || build,
  };
}

/** Not built or installed files, nor editors' temporary ones, which are hidden or end in ~. */
function isSource(path: string): boolean {
  const parts = path.split("/");
  return (
    !parts.some((part) => part.startsWith(".") || part === "dist" || part === "node_modules") &&
    !path.endsWith("~")
  );
}
