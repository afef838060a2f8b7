import { readdirSync, watch, type FSWatcher } from "node:fs";
import { join, relative, sep } from "node:path";

/** Changes this close together, such as when another branch is checked out, are reported at once. */
const TOGETHER_MS = 200;

/**
 * Calls `onChange` with the paths, relative to `root`, of files that change below the folders. Returns a function that
 * stops it.
 *
 * Each folder has its own watcher: on Linux, Node's recursive one loses a file that an editor replaces.
 */
export function watchFolders(
  root: string,
  folders: string[],
  onChange: (paths: Set<string>) => void,
): () => void {
  const watchers = new Map<string, FSWatcher>();
  let changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  function watchAll(): void {
    const present = folders.flatMap((name) => foldersBelow(join(root, name)));
    for (const [folder, watcher] of watchers) {
      if (present.includes(folder)) continue;
      watcher.close();
      watchers.delete(folder);
    }
    for (const folder of present) {
      if (watchers.has(folder)) continue;
      const watcher = watch(folder, (_event, name) => {
        changed.add(relative(root, join(folder, name ?? "")).replaceAll(sep, "/"));
        clearTimeout(timer);
        timer = setTimeout(report, TOGETHER_MS);
      });
      // A folder that was removed; it is forgotten when the change is reported.
      watcher.on("error", () => {});
      watchers.set(folder, watcher);
    }
  }

  function report(): void {
    const paths = changed;
    changed = new Set();
    watchAll();
    onChange(paths);
  }

  watchAll();
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers.values()) watcher.close();
  };
}

/** The folder and all in it, except installed and built ones. */
function foldersBelow(folder: string): string[] {
  const inside = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) =>
      entry.isDirectory() && !entry.name.startsWith(".") && !/^(node_modules|dist)$/.test(entry.name),
  );
  return [folder, ...inside.flatMap(({ name }) => foldersBelow(join(folder, name)))];
}
