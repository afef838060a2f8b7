import { describeAdminError } from "../../scripts/admin/create-admin-program.ts";
import { runWords } from "../../scripts/cli/run-program.ts";
import { createOpsProgram } from "../../scripts/ops/program/create-ops-program.ts";
import { readScripts } from "../../scripts/ops/program/read-scripts.ts";
import { roleUrl } from "./database/role-url.ts";

type Rows = Record<string, unknown>[];

/** What an operator sees of a script: the rows of its last statement, or why it refuses. */
export async function runOpsScript(
  databaseUrl: string,
  name: string,
  values: Record<string, string> = {},
): Promise<Rows | string> {
  let document: object = {};
  const environment = { DATABASE_URL: roleUrl(databaseUrl, "operator"), OPERATOR_NAME: "Ada" };
  const print = (printed: object) => void (document = printed);
  const program = createOpsProgram(await readScripts(), { print, environment });
  const words = [
    name,
    ...Object.entries(values).flatMap(([variable, value]) => ["-v", `${variable}=${value}`]),
  ];
  const error = await runWords(program, { words, describeError: describeAdminError });
  return error === undefined ? (Object.values(document) as Rows[]).at(-1)! : error.message;
}
