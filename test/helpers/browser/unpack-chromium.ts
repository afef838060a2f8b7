import { execFile } from "node:child_process";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createBrotliDecompress } from "node:zlib";

export type Chromium = { executable: string; env: Record<string, string> };

/**
 * The Chromium that npm installed, unpacked once for all runs on this machine, with the libraries and
 * fonts that the system lacks. On anything but Linux on x64, CHROMIUM_PATH names an installed one. Undefined if there
 * is none.
 */
export async function unpackChromium(): Promise<Chromium | undefined> {
  const installed = process.env["CHROMIUM_PATH"];
  if (installed !== undefined && installed !== "") return { executable: installed, env: {} };
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;

  const folder = dirname(dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium")));
  const { version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as { version: string };
  // Not in a folder for everybody's files: what lies there would be run.
  const unpacked = fileURLToPath(
    new URL(`../../../node_modules/.cache/chromium-${version}`, import.meta.url),
  );
  if (!existsSync(unpacked)) await unpack(join(folder, "bin"), unpacked);
  return {
    executable: join(unpacked, "chromium"),
    env: { LD_LIBRARY_PATH: join(unpacked, "lib"), FONTCONFIG_FILE: join(unpacked, "fonts.conf") },
  };
}

/** Several runs may do so at once: the first that is done wins. */
async function unpack(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  const partial = await mkdtemp(`${to}-`);
  try {
    const decompress = (name: string, path: string) =>
      pipeline(
        createReadStream(join(from, name)),
        createBrotliDecompress(),
        createWriteStream(path, { mode: 0o755 }),
      );
    await decompress("chromium.br", join(partial, "chromium"));
    for (const name of ["al2023", "fonts", "swiftshader"]) {
      const archive = join(partial, `${name}.tar`);
      await decompress(`${name}.tar.br`, archive);
      await promisify(execFile)("tar", ["-xf", archive, "-C", partial]);
      await rm(archive);
    }
    await mkdir(join(partial, "cache"));
    await writeFile(
      join(partial, "fonts.conf"),
      `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
      <fontconfig><dir>${to}/fonts</dir><dir>/usr/share/fonts</dir><cachedir>${to}/cache</cachedir></fontconfig>`,
    );
    await rename(partial, to).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
    });
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}
