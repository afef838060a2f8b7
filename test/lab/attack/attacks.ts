import { readFolder } from "../read-folder.ts";
import type { Attack } from "./attack.ts";

/** Every attack by its name on the command line, its file's. */
export const attacks = await readFolder<Attack>(new URL("./attacks/", import.meta.url), "attack");
