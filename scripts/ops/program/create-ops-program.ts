import { Command } from "commander";
import pg from "pg";
import { connectClient } from "../../../sql/process/connections/connect-client.ts";
import { CliError } from "../../cli/cli-error.ts";
import type { printDocument } from "../../cli/print-document.ts";
import { readAdminConfig } from "../../config.ts";
import { readCheck, type OpsScript } from "./read-scripts.ts";

type Surroundings = {
  /** Takes the document that a script results in. */
  print: typeof printDocument;
  /** Where the settings are; the process's environment unless given. */
  environment?: NodeJS.ProcessEnv;
};

type Flags = { variable?: Record<string, string>; json?: true };

/** The scripts of this folder as commands, for who has no psql. */
export function createOpsProgram(scripts: readonly OpsScript[], surroundings: Surroundings): Command {
  const program = new Command("ops")
    .usage("<script> [-v name=value ...], as npm run -s ops -- <script>")
    .description(
      "Scripts that find out what is wrong and mend it, as `npm run -s ops -- <script>`. They work on DATABASE_URL, or else on what npm start runs here.",
    )
    .configureHelp({ subcommandTerm: (command) => command.name() });
  for (const script of scripts) {
    const { name, description, variables } = script;
    program
      .command(name)
      .summary(summaryOf(description))
      .description(description)
      .usage([...variables.map(({ shown }) => shown), "[--json]"].join(" "))
      .option("-v, --variable <name=value>", "the value of a variable", addVariable)
      .option("--json", "print JSON, also to a terminal")
      .action(async ({ variable = {}, json }: Flags) => {
        surroundings.print(await runScript(script, variable, surroundings.environment), {
          json: json === true,
        });
      });
  }
  return program;
}

/** When a script is for: the first sentence of what stands above its code. */
function summaryOf(description: string): string {
  return /^When: (.*?)\.(\s|$)/s.exec(description)![1]!.replaceAll("\n", " ");
}

function addVariable(text: string, values: Record<string, string> = {}): Record<string, string> {
  const [, name, value] = /^(\w+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined) throw new CliError("USAGE", `-v takes name=value, not ${text}`);
  return { ...values, [name]: value! };
}

/** How a script's own usage has it, for who runs it by psql. */
const PSQL = /^psql "\$DATABASE_URL" (.*) ?-f scripts\/ops\/\w+\/(.+)\.sql$/;

/** Runs a script in one transaction, which the script commits. The check lets it write only where it asks who does. */
async function runScript(
  { usage: psqlUsage, variables, statements }: OpsScript,
  given: Record<string, string>,
  environment: NodeJS.ProcessEnv | undefined,
): Promise<object> {
  const usage = psqlUsage.replace(PSQL, "npm run -s ops -- $2 $1");
  const unknown = Object.keys(given).find((name) => !variables.some((variable) => variable.name === name));
  if (unknown !== undefined) throw new CliError("USAGE", `there is no variable ${unknown}. Usage: ${usage}`);
  const config = await readAdminConfig(environment).catch((error: Error) => {
    throw new CliError("NOT_CONFIGURED", error.message);
  });
  const values: Record<string, string> = { operator: config.operatorName, ...given };

  const client = await connectClient(config.databaseUrl).catch((error: Error) => {
    throw new CliError("SERVICE_UNAVAILABLE", error.message);
  });
  try {
    await client.query("set application_name = 'ops'");
    await client.query("begin");
    await client.query("select set_config('ops.arguments', $1, true)", [
      JSON.stringify({ ...values, usage }),
    ]);
    await client.query(await readCheck());
    const result: Record<string, unknown[]> = {};
    for (const statement of statements) {
      const { text, parameters } = withParameters(statement, values);
      const { rows, fields } = await client.query<Record<string, unknown>>({
        text,
        values: parameters,
        types: { getTypeParser: parserOf },
      });
      const shownAs = /\bfrom (\w+)/.exec(statement)?.[1] ?? "result";
      if (fields.length > 0) result[shownAs] = rows;
    }
    return result;
  } catch (error) {
    if (error instanceof pg.DatabaseError) throw new CliError("REFUSED", error.message);
    throw error;
  } finally {
    await client.end();
  }
}

/** Puts parameters in place of psql's variables. One that was not given is empty, as in psql. */
function withParameters(statement: string, values: Record<string, string>) {
  const parameters: string[] = [];
  const text = statement.replaceAll(/:'(\w+)'/g, (_variable, name: string) => {
    parameters.push(values[name] ?? "");
    return `$${parameters.length}::text`;
  });
  return { text, parameters };
}

/** Values as psql shows them, but for what JSON has too. */
function parserOf(oid: number): (value: string) => unknown {
  const { BOOL, INT2, INT4, INT8, JSON: json, JSONB } = pg.types.builtins;
  if (oid === BOOL) return (value) => value === "t";
  if (oid === INT2 || oid === INT4 || oid === INT8) return Number;
  if (oid === json || oid === JSONB) return (value) => JSON.parse(value) as unknown;
  return (value) => value;
}
