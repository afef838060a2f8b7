import { readdir, readFile } from "node:fs/promises";
import { basename } from "node:path";

/** A script of scripts/ops/<subject>/, which psql runs too. */
export type OpsScript = {
  /** Its file's name without `.sql`. */
  name: string;
  /** What stands above its code: when it is for, and what it does. */
  description: string;
  /** The command that runs it with psql: names each variable and its form. */
  usage: string;
  /** What the usage names: each variable, and how it is shown there, in brackets where it may be left out. */
  variables: { name: string; shown: string }[];
  /** Its statements, without psql's own commands. Variables stand as `:'name'`. */
  statements: string[];
};

const folder = new URL("../", import.meta.url);

/** All scripts for operators, by name. */
export async function readScripts(): Promise<OpsScript[]> {
  const files = (await readdir(folder, { recursive: true })).filter(
    (name) => name.endsWith(".sql") && !name.startsWith("arguments/"),
  );
  return Promise.all(
    files.toSorted(byName).map(async (file) => {
      const text = await readFile(new URL(file, folder), "utf8");
      const lines = text.split("\n");
      const usage = /^\\set usage '(.*)'$/m.exec(text)![1]!;
      const comments = lines.filter((line) => line.startsWith("-- ")).map((line) => line.slice(3));
      return {
        name: basename(file, ".sql"),
        description: comments.join("\n"),
        usage,
        variables: Array.from(usage.matchAll(/\[?-v (\w+)=[^\s\]]+\]?/g), ([shown, name]) => ({
          name: name!,
          shown,
        })),
        statements: statementsOf(lines.filter((line) => !/^(\\|--)/.test(line)).join("\n")),
      };
    }),
  );
}

const byName = (one: string, other: string) => (basename(one) < basename(other) ? -1 : 1);

/** The statement that checks the values of a script's variables, which `ops.arguments` holds: psql runs it too. */
export async function readCheck(): Promise<string> {
  const text = await readFile(new URL("arguments/check.sql", folder), "utf8");
  return /^do \$\$$.*^\$\$;$/ms.exec(text)![0];
}

/** Each statement of a script ends its line with a semicolon, and no other line does. */
function statementsOf(code: string): string[] {
  return code
    .split(/;$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}
