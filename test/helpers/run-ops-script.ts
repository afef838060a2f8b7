import { describeAdminError } from "../../scripts/admin/create-admin-program.ts";
import { runWords, type PrintedError } from "../../scripts/cli/run-program.ts";
import { createOpsProgram } from "../../scripts/ops/create-ops-program.ts";
import { readScripts } from "../../scripts/ops/read-scripts.ts";
import { roleUrl } from "./database/role-url.ts";

type Rows = Record<string, unknown>[];

/** Read once for all that run one: that costs more than most of them. */
const scripts = await readScripts();

const flagOf = (name: string) =>
  `--${name.replaceAll("_", "-").replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** The flags of a script, without those that are empty. */
export const opsFlags = (values: Record<string, string | undefined>) =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== "")
    .flatMap(([name, value]) => [flagOf(name), value!]);

/** Runs a script in this process, as an operator does; returns what it prints, or its error. */
export async function runOps(
  databaseUrl: string,
  ...words: string[]
): Promise<{ document: Record<string, Rows>; error: PrintedError | undefined }> {
  let document: object = {};
  const environment = { DATABASE_URL: roleUrl(databaseUrl, "operator"), OPERATOR_NAME: "Ada" };
  const print = (printed: object) => void (document = printed);
  const program = createOpsProgram(scripts, print, environment);
  const error = await runWords(program, { words, describeError: describeAdminError });
  return { document: document as Record<string, Rows>, error };
}

/** What an operator sees of a script: the rows of its last statement, or why it refuses. */
export async function runOpsScript(
  databaseUrl: string,
  name: string,
  values: Record<string, string> = {},
): Promise<Rows | string> {
  const { document, error } = await runOps(databaseUrl, name, ...opsFlags(values));
  return error === undefined ? Object.values(document).findLast(Array.isArray)! : error.message;
}
