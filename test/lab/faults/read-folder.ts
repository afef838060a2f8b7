import { readdir } from "node:fs/promises";
import type { Check, Fault, Load } from "./run.ts";
import type { Guard } from "./prove.ts";

type Parts = { loads: Load; faults: Fault; checks: Check; guards: Guard };

/** What each file of the folder exports, under the folder's name in the singular, in the order of the files' names. */
export async function readFolder<Folder extends keyof Parts>(folder: Folder): Promise<Parts[Folder][]> {
  const url = new URL(`./${folder}/`, import.meta.url);
  const names = (await readdir(url)).filter((name) => name.endsWith(".ts")).sort();
  const part = folder.replace(/s$/, "");
  return Promise.all(
    names.map(async (name) => {
      const exported = (await import(new URL(name, url).href)) as Record<string, Parts[Folder] | undefined>;
      if (exported[part] === undefined) throw new Error(`${folder}/${name} exports no ${part}`);
      return exported[part];
    }),
  );
}
