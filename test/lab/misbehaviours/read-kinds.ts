import { readdir } from "node:fs/promises";
import type { Misbehaviour } from "./misbehaviour.ts";

/** What each file of kinds/ exports, in the order of their names. */
export async function readKinds(): Promise<Misbehaviour[]> {
  const folder = new URL("./kinds/", import.meta.url);
  const names = (await readdir(folder)).filter((name) => name.endsWith(".ts")).sort();
  return Promise.all(
    names.map(async (name) => {
      const exported = (await import(new URL(name, folder).href)) as { misbehaviour?: Misbehaviour };
      if (exported.misbehaviour === undefined) throw new Error(`kinds/${name} exports no misbehaviour`);
      return exported.misbehaviour;
    }),
  );
}
