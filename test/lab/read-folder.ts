import { readdir } from "node:fs/promises";

/** What each file of a folder exports under this name, by the file's name, in the order of these names. */
export async function readFolder<Part>(folder: URL, exported: string): Promise<Map<string, Part>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".ts")).sort();
  const parts = names.map(async (name): Promise<[string, Part]> => {
    const part = ((await import(new URL(name, folder).href)) as Record<string, Part | undefined>)[exported];
    if (part === undefined) throw new Error(`${folder.pathname}${name} exports no ${exported}`);
    return [name.replace(/\.ts$/, ""), part];
  });
  return new Map(await Promise.all(parts));
}
