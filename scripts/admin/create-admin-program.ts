import { fileURLToPath } from "node:url";
import { Argument, Command } from "commander";
import { connectionRefused } from "../../sql/process/connections/connect-client.ts";
import { createDatabase, inReadOnlyTransaction, type Connection } from "../../sql/process/database.ts";
import { errorName } from "../../sql/process/errors.ts";
import { requireEncryptionKeys } from "../../sql/process/encryption/encryption-keys.ts";
import { addCommand, type Print } from "../cli/add-command.ts";
import { bashCompletion } from "../cli/bash-completion.ts";
import { CliError } from "../cli/cli-error.ts";
import { describeUnknownError, type PrintedError } from "../cli/run-program.ts";
import { readAdminConfig } from "../config.ts";
import { showBalance } from "./balance.ts";
import type { AdminCommand } from "./command.ts";
import { nouns } from "./commands.ts";

/**
 * The operators' commands with their flags, for runProgram(). Reads settings from `environment`, by default the
 * process's.
 */
export function createAdminProgram(print: Print, environment?: NodeJS.ProcessEnv): Command {
  const program = new Command("admin")
    .usage("<noun> <verb> [flags]")
    .description(
      "The operators' commands, as `npm run -s admin -- <noun> <verb>`. They work on DATABASE_URL, or else on what npm start runs here.",
    );
  const add = (parent: Command, name: string, command: AdminCommand) => {
    const { summary: description, flags } = command;
    const run = (values: Record<string, unknown>) => runCommand(command, values, environment);
    addCommand(parent, name, { description, flags, run }, print);
  };
  for (const [name, summary, verbs] of nouns) {
    const noun = program.command(name).description(summary);
    for (const [verb, command] of Object.entries(verbs)) add(noun, verb, command);
  }
  add(program, "balance", showBalance);
  program
    .command("completion")
    .description("Print a script that completes the commands: source <(npm run -s admin -- completion bash)")
    .addArgument(new Argument("<shell>").choices(["bash"]))
    .action(() => {
      const root = fileURLToPath(new URL("../../", import.meta.url));
      process.stdout.write(
        bashCompletion(program, "payments-admin", `npm --prefix '${root}' run -s admin --`),
      );
    });
  return program;
}

/** The printed form of a command's error. */
export function describeAdminError(error: unknown): PrintedError {
  if (errorName(error) === "database_unavailable") {
    return { code: "SERVICE_UNAVAILABLE", message: "the database cannot be reached: is it running?" };
  }
  return describeUnknownError(error);
}

async function runCommand(
  { writes, prepare }: AdminCommand,
  values: Record<string, unknown>,
  environment: NodeJS.ProcessEnv | undefined,
): Promise<object> {
  const { acting, run } = prepare(values);
  const config = await readAdminConfig(environment);
  const { databaseUrl: url } = config;
  const database = await createDatabase({
    url,
    maxPoolSize: 1,
    applicationName: "admin",
    // One SQL statement compares a day of a provider's statement.
    statementMs: 120_000,
  });
  await database.connect().catch((error: unknown) => {
    throw new CliError("SERVICE_UNAVAILABLE", connectionRefused(url, error).message);
  });
  const runWith = (connection: Connection) =>
    run({
      database: connection,
      acting: { actor: config.operatorName, ...acting },
      encryptionKeys: async () => {
        const keys = await config.encryptionKeys();
        await requireEncryptionKeys(connection, keys).catch((error: Error) => {
          throw new CliError("NOT_CONFIGURED", error.message);
        });
        return keys;
      },
      hasLiveGateway: config.hasLiveGateway,
      webhookUrlRules: config.webhookUrlRules,
    });
  try {
    return await (writes ? runWith(database) : inReadOnlyTransaction(database, runWith));
  } finally {
    await database.end();
  }
}
