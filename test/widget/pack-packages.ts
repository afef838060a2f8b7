import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../../", import.meta.url));

export type Packed = { name: string; version: string; files: string[]; tarball: Buffer; path: string };

export type InstalledPackages = AsyncDisposable & {
  folder: string;
  packages: Packed[];
  /** Writes a file of the shop's; its path. */
  write: (path: string, text: string) => Promise<string>;
};

/**
 * Packs these workspaces as they would be published, and makes a shop's folder in which npm has installed them from
 * their tarballs. Packages of `links` are those of this project, so that nothing is downloaded.
 */
export async function installPackedPackages(
  workspaces: string[],
  links: string[],
): Promise<InstalledPackages> {
  const parent = await mkdtemp(join(tmpdir(), "packed-packages-"));
  const folder = join(parent, "shop");
  await mkdir(folder);
  const write = async (path: string, text: string) => {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    return file;
  };
  const packages = await pack(parent, workspaces);
  await write("package.json", JSON.stringify({ name: "shop", private: true, type: "module" }));
  const flags = ["--offline", "--ignore-scripts", "--legacy-peer-deps", "--no-audit", "--no-fund"];
  await npm(folder, ["install", ...flags, ...packages.map(({ path }) => path)]);
  await mkdir(join(folder, "node_modules/@types"), { recursive: true });
  for (const name of links) {
    await symlink(join(root, "node_modules", name), join(folder, "node_modules", name));
  }
  return {
    folder,
    packages,
    write,
    [Symbol.asyncDispose]: () => rm(parent, { recursive: true, force: true }),
  };
}

async function pack(destination: string, workspaces: string[]): Promise<Packed[]> {
  const named = workspaces.flatMap((workspace) => ["-w", workspace]);
  const listed = await npm(root, ["pack", "--json", "--pack-destination", destination, ...named]);
  const packed = JSON.parse(listed) as {
    name: string;
    version: string;
    filename: string;
    files: { path: string }[];
  }[];
  return Promise.all(
    packed.map(async ({ name, version, filename, files }) => {
      const path = join(destination, filename);
      const packedFiles = files.map((file) => file.path);
      return { name, version, files: packedFiles, tarball: await readFile(path), path };
    }),
  );
}

/** What npm prints. Settings of an npm that runs the tests would reach this one too, so they are left out. */
export async function npm(folder: string, args: string[]): Promise<string> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  return (await promisify(execFile)("npm", args, { cwd: folder, env })).stdout;
}
