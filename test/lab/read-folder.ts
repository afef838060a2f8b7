import { readdir } from "node:fs/promises";

/** Each file's export of this name, by the file's name, in that order. */
export async function readFolder<Part>(folder: URL, exported: string): Promise<Map<string, Part>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".ts")).sort();
  const parts = names.map(async (name): Promise<[string, Part]> => {
    const part = ((await import(new URL(name, folder).href)) as Record<string, Part | undefined>)[exported];
    if (part === undefined) throw new Error(`${folder.pathname}${name} exports no ${exported}`);
    return [name.replace(/\.ts$/, ""), part];
  });
  return new Map(await Promise.all(parts));
}
