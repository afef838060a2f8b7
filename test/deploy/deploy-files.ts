import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = new URL("../../scripts/deploy/", import.meta.url);

/** The path of a file of scripts/deploy. */
export const deployPath = (name: string) => fileURLToPath(new URL(name, folder));

/** The text of a file of scripts/deploy. */
export const readDeploy = (name: string) => readFileSync(new URL(name, folder), "utf8");

/** The variables that a text sets, one a line: those of an env file. */
export function variablesIn(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]),
  );
}

/** The examples of env files, by name. */
export const exampleOf = (name: string) => variablesIn(readDeploy(`env/${name}.env.example`));
