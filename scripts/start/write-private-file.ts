import { rename, rm, writeFile } from "node:fs/promises";

/** Writes a file that only we can read, completely or not at all. */
export async function writePrivateFile(path: string, content: string): Promise<void> {
  const unfinished = `${path}.unfinished`;
  await rm(unfinished, { force: true });
  await writeFile(unfinished, content, { mode: 0o600, flag: "wx", flush: true });
  await rename(unfinished, path);
}
