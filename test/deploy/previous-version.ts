import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));
/** What `npm ci` and `npm run build` leave, which a commit does not hold. */
const built = [
  "node_modules",
  "docs/site/dist",
  ...["widget/checkout/dist", "widget/dashboard/dist", "widget/dashboard/api/dist", "widget/js/dist"],
  "widget/react/dist",
];

/**
 * The commit that stands for the version before: the one before the newest migration came. Undefined, with a line that
 * says why, where the history does not have it. PREVIOUS_VERSION names another one: from the first release on, its tag.
 */
export async function findPreviousVersion(): Promise<string | undefined> {
  const git = async (...words: string[]) => (await run("git", words, { cwd: root })).stdout.trim();
  try {
    const named = process.env.PREVIOUS_VERSION;
    // Of a branch that was merged, the version before is what it was merged into: the branch may lack part of that.
    const asMerged = ["--first-parent", "-m"];
    const newest = ["log", ...asMerged, "--diff-filter=A", "--format=%H", "-1", "--", "sql/migrations"];
    return await git("rev-parse", "--verify", `${named ?? `${await git(...newest)}^`}^{commit}`);
  } catch {
    console.log(
      "Two versions side by side are not tested: this is no clone with the history of its last migration.",
    );
    return undefined;
  }
}

/**
 * Unpacks a commit into a folder of its own, with the packages and the built files of this checkout, which are there
 * when the tests run. Both are gone with the returned value.
 */
export async function unpackVersion(commit: string): Promise<AsyncDisposable & { folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), "payments-platform-version-"));
  const archive = spawn("git", ["archive", commit], { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  const tar = spawn("tar", ["-x", "-C", folder], { stdio: [archive.stdout, "ignore", "inherit"] });
  const [code] = (await once(tar, "exit")) as [number | null];
  if (code !== 0) throw new Error(`the commit ${commit} could not be unpacked`);
  for (const path of built) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await symlink(join(root, path), join(folder, path));
  }
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}
