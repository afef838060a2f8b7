import { Command } from "commander";
import pg from "pg";
import { connectClient } from "../../sql/process/connections/connect-client.ts";
import { addCommand, type Print } from "../cli/add-command.ts";
import { CliError } from "../cli/cli-error.ts";
import { parseFlags } from "../cli/flags.ts";
import { readAdminConfig } from "../config.ts";
import type { OpsScript } from "./read-scripts.ts";

/** The scripts of this folder as commands. Reads settings from `environment`, by default the process's. */
export function createOpsProgram(
  scripts: readonly OpsScript[],
  print: Print,
  environment?: NodeJS.ProcessEnv,
): Command {
  const program = new Command("ops")
    .usage("<script> [flags]")
    .description(
      "Scripts that find out what is wrong and fix it, as `npm run -s ops -- <script>`. They work on DATABASE_URL, or else on what npm start runs here.",
    )
    .configureHelp({ subcommandTerm: (command) => command.name() });
  for (const script of scripts) {
    const { name, description, flags } = script;
    const run = (values: Record<string, unknown>) => runScript(script, values, environment);
    addCommand(program, name, { description, flags, run }, print).summary(firstSentence(description));
  }
  return program;
}

/** When to run a script. */
function firstSentence(description: string): string {
  return /^When: (.*?)\.(\s|$)/s.exec(description)![1]!.replaceAll("\n", " ");
}

/**
 * Runs a script in one transaction, which can only read unless the script asks for a reason. `cutAt` says that a list
 * ends at its limit, so that there may be more.
 */
async function runScript(
  { name, flags, writes, statements }: OpsScript,
  given: Record<string, unknown>,
  environment: NodeJS.ProcessEnv | undefined,
): Promise<object> {
  const parsed = parseFlags(flags, given);
  const { databaseUrl, operatorName } = await readAdminConfig(environment);
  const values: Record<string, unknown> = { operator: operatorName, ...parsed };
  const client = await connectClient(databaseUrl).catch((error: Error) => {
    throw new CliError("SERVICE_UNAVAILABLE", error.message);
  });
  try {
    await client.query(`set application_name = 'ops';
      begin transaction ${writes ? "read write" : "read only"};
      set local statement_timeout = '30s';
      set local lock_timeout = '3s'`);
    const results: [source: string, rows: unknown[]][] = [];
    let cutAt: number | undefined;
    for (const statement of statements) {
      const { rows, fields } = await client.query<Record<string, unknown>>({
        ...withParameters(statement, values),
        types: { getTypeParser: parserOf },
      });
      if (fields.length > 0) results.push([/\bfrom (\w+)/.exec(statement)?.[1] ?? name, rows]);
      const limit = Number(/\blimit (\d{3,});?\s*$/.exec(statement)?.[1]);
      if (rows.length === limit) cutAt = limit;
    }
    await client.query("commit");
    const shown = Object.fromEntries(results.length === 1 ? [[name, results[0]![1]]] : results);
    return cutAt === undefined ? shown : { ...shown, cutAt };
  } catch (error) {
    if (error instanceof pg.DatabaseError) throw new CliError("REFUSED", error.message);
    throw error;
  } finally {
    await client.end();
  }
}

/** Replaces the names of flags by parameters: null for a flag that was not given. */
function withParameters(statement: string, flags: Record<string, unknown>) {
  const values: unknown[] = [];
  const text = statement.replaceAll(/(?<!:):(\w+)/g, (_, name: string) => {
    values.push(flags[name] ?? null);
    return `$${values.length}::text`;
  });
  return { text, values };
}

/** Values as text, except for those with a JSON type. */
function parserOf(oid: number): (value: string) => unknown {
  const { BOOL, INT2, INT4, INT8, JSON: json, JSONB } = pg.types.builtins;
  if (oid === BOOL) return (value) => value === "t";
  if (oid === INT2 || oid === INT4 || oid === INT8) return Number;
  if (oid === json || oid === JSONB) return (value) => JSON.parse(value) as unknown;
  return (value) => value;
}
