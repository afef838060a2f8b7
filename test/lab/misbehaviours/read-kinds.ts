import { readFolder } from "../read-folder.ts";
import type { Misbehaviour } from "./misbehaviour.ts";

/** All misbehaviours: each is a file, listed by being in the folder. */
export async function readKinds(): Promise<Misbehaviour[]> {
  return [...(await readFolder<Misbehaviour>(new URL("./kinds/", import.meta.url), "misbehaviour")).values()];
}
