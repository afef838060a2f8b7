import { fileURLToPath } from "node:url";
import { Argument, Command } from "commander";
import { connectionRefused } from "../../sql/process/connections/connect-client.ts";
import { createDatabase, inReadOnlyTransaction, type Connection } from "../../sql/process/database.ts";
import { errorName } from "../../sql/process/errors.ts";
import { bashCompletion } from "../cli/bash-completion.ts";
import { CliError } from "../cli/cli-error.ts";
import { optionsOf } from "../cli/flags.ts";
import type { printDocument } from "../cli/print-document.ts";
import { describeUnknownError, type PrintedError } from "../cli/run-program.ts";
import { readAdminConfig } from "../config.ts";
import { showBalance } from "./balance.ts";
import type { AdminCommand } from "./command.ts";
import { nouns } from "./commands.ts";

type Surroundings = {
  /** Takes the document that a command results in. */
  print: typeof printDocument;
  /** Where the settings are; the process's environment unless given. */
  environment?: NodeJS.ProcessEnv;
};

/** The operators' commands, each with its flags, for runProgram(). */
export function createAdminProgram({ print, environment }: Surroundings): Command {
  const program = new Command("admin")
    .usage("<noun> <verb> [flags]")
    .description(
      "The operators' commands, as `npm run -s admin -- <noun> <verb>`. They work on DATABASE_URL, or else on what npm start runs here.",
    );
  const addCommand = (parent: Command, name: string, definition: AdminCommand) => {
    const command = parent.command(name).description(definition.summary);
    for (const option of optionsOf(definition.flags)) command.addOption(option);
    command.option("--json", "print JSON, also to a terminal");
    command.action(async ({ json, ...values }: Record<string, unknown>) => {
      print(await runCommand(definition, values, environment), { json: json === true });
    });
  };
  for (const [name, summary, verbs] of nouns) {
    const noun = program.command(name).description(summary);
    for (const [verb, command] of Object.entries(verbs)) addCommand(noun, verb, command);
  }
  addCommand(program, "balance", showBalance);
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

/** What is printed of an error that a command raised. */
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
  const config = await readAdminConfig(environment).catch(refuseConfiguration);
  const { databaseUrl: url } = config;
  const database = await createDatabase({
    url,
    maxPoolSize: 1,
    applicationName: "admin",
    // A day of a provider's statement is compared in one statement.
    statementMs: 120_000,
  });
  await database.connect().catch((error: unknown) => {
    throw new CliError("SERVICE_UNAVAILABLE", connectionRefused(url, error).message);
  });
  const runWith = (connection: Connection) =>
    run({
      database: connection,
      acting: { actor: config.operatorName, ...acting },
      encryptionKeys: () => config.encryptionKeys().catch(refuseConfiguration),
      hasLiveGateway: () => config.hasLiveGateway().catch(refuseConfiguration),
      webhookUrlRules: config.webhookUrlRules,
    });
  try {
    return await (writes ? runWith(database) : inReadOnlyTransaction(database, runWith));
  } finally {
    await database.end();
  }
}

function refuseConfiguration(error: Error): never {
  throw new CliError("NOT_CONFIGURED", error.message);
}
