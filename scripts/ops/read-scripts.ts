import { readdir, readFile } from "node:fs/promises";
import { basename } from "node:path";
import { z } from "zod";
import { gatewayNames } from "../../workers/gateways/manifest/manifests.ts";
import { actingFlags, oneOfFlag, shortText } from "../cli/flags.ts";

/** A script of scripts/ops/<subject>/. */
export type OpsScript = {
  /** Its file's name without `.sql`. */
  name: string;
  /** Its comments: when to run it, what it does and its flags. */
  description: string;
  /** Whether it changes anything: then it requires a reason. */
  writes: boolean;
  flags: z.ZodObject;
  /** `:name` is a flag; `:acting` is who runs the script, and why. */
  statements: string[];
};

/** All scripts for operators, by name. */
export async function readScripts(): Promise<OpsScript[]> {
  const folder = new URL("./", import.meta.url);
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".sql"));
  const scripts = files.map(async (file) => {
    const lines = (await readFile(new URL(file, folder), "utf8")).split("\n");
    const description = lines.filter((line) => line.startsWith("-- ")).map((line) => line.slice(3));
    const code = lines.filter((line) => !line.startsWith("--"));
    return toScript(basename(file, ".sql"), description.join("\n"), code.join("\n"));
  });
  return (await Promise.all(scripts)).toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

function toScript(name: string, description: string, code: string): OpsScript {
  const [, shown = ""] = description.split(/^Flags:/m);
  const flags = Array.from(shown.matchAll(/(\[?)--([a-z-]+) ([^\s\]]+)/g), ([, bracket, flag, form]) => {
    const key = flag!.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
    const type = bracket === "[" ? typeOf(form!).optional() : typeOf(form!);
    return [key, type.describe(form!)] as const;
  });
  const writes = flags.some(([key]) => key === "reason");
  return {
    name,
    description,
    writes,
    flags: z.object({ ...Object.fromEntries(flags), ...(writes && { operator: actingFlags.operator }) }),
    // Each statement ends its line with a semicolon, and no other line does.
    statements: code
      .split(/;$/m)
      .map((statement) => statement.trim())
      .filter((statement) => statement !== "")
      .map((statement) =>
        statement.replaceAll(/(?<!:):acting\b/g, "row(:operator, null, null, :reason, null)::acting"),
      ),
  };
}

/** The forms of values in the line of flags: `pyt_...|rfd_...` is a reference of either kind, `a|b` a word. */
const forms: Record<string, z.ZodType> = {
  REFERENCE: matching(/^[a-z]{2,4}_[a-z0-9_]{1,60}$/, "a reference, such as pyt_..."),
  TASK: matching(/^[a-z_]+$/, "a job's name"),
  "TASK:NUMBER": matching(/^[a-z_]+:[0-9]{1,18}$/, "a job's key, such as execute_payout:12"),
  NUMBER: matching(/^[0-9]{1,15}$/, "a whole number"),
  "YYYY-MM-DD": z.iso.date({ error: "must be a day, YYYY-MM-DD" }),
  WORD: matching(/^\S{1,255}$/, "a word without spaces"),
  GATEWAY: oneOfFlag(gatewayNames),
  TEXT: shortText(1_000),
};

function typeOf(form: string): z.ZodType {
  if (form.endsWith("..."))
    return matching(
      new RegExp(`^(?:${form.replaceAll("...", "")})[a-z0-9_]+$`),
      form.replaceAll("|", " or "),
    );
  return forms[form] ?? oneOfFlag(form.split("|"));
}

function matching(pattern: RegExp, what: string): z.ZodType {
  return z.string().regex(pattern, { error: `must be ${what}` });
}
