import { readFolder } from "../read-folder.ts";
import type { Guard } from "./run.ts";
import type { Check, Fault, Load } from "./run.ts";

type Parts = { loads: Load; faults: Fault; checks: Check; guards: Guard };

/** All parts of a kind: each is a file, listed by being in the folder. */
export async function readParts<Folder extends keyof Parts>(folder: Folder): Promise<Parts[Folder][]> {
  const url = new URL(`./${folder}/`, import.meta.url);
  return [...(await readFolder<Parts[Folder]>(url, folder.replace(/s$/, ""))).values()];
}
