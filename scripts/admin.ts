import { fileURLToPath } from "node:url";
import { Argument, Command } from "commander";
import { createDatabase } from "../sql/database.ts";
import { errorName } from "../sql/errors.ts";
import { showBalance } from "./admin/balance.ts";
import type { AdminCommand, AdminContext } from "./admin/command.ts";
import { encryptionCommands } from "./admin/encryption.ts";
import { keyCommands } from "./admin/key.ts";
import { kybCommands } from "./admin/kyb.ts";
import { limitCommands } from "./admin/limit.ts";
import { merchantCommands } from "./admin/merchant.ts";
import { originCommands } from "./admin/origin.ts";
import { payoutAccountCommands } from "./admin/payout-account.ts";
import { webhookCommands } from "./admin/webhook.ts";
import { bashCompletion } from "./cli/bash-completion.ts";
import { CliError } from "./cli/cli-error.ts";
import { optionsOf } from "./cli/flags.ts";
import { printDocument } from "./cli/print-document.ts";
import { describeUnknownError, runProgram, type PrintedError } from "./cli/run-program.ts";
import { readAdminConfig } from "./config.ts";

const nouns: [name: string, summary: string, verbs: Record<string, AdminCommand>][] = [
  ["merchant", "The businesses that use the service", merchantCommands],
  ["key", "A merchant's API keys", keyCommands],
  ["kyb", "The verification of a merchant's business", kybCommands],
  ["limit", "What a merchant may do at most", limitCommands],
  ["webhook", "Where a merchant's events go", webhookCommands],
  ["origin", "Which pages may embed a merchant's checkout", originCommands],
  ["payout-account", "The bank accounts that a merchant has saved", payoutAccountCommands],
  ["encryption", "The encryption of secrets and identities", encryptionCommands],
];

const program = new Command("admin")
  .usage("<noun> <verb> [flags]")
  .description(
    "The operators' commands, as `npm run -s admin -- <noun> <verb>`. They work on DATABASE_URL, or else on what npm start runs here.",
  );
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
    const root = fileURLToPath(new URL("../", import.meta.url));
    process.stdout.write(bashCompletion(program, "payments-admin", `npm --prefix '${root}' run -s admin --`));
  });

await runProgram(program, describeError);

function addCommand(parent: Command, name: string, { summary, flags, prepare }: AdminCommand): void {
  const command = parent.command(name).description(summary);
  for (const option of optionsOf(flags)) command.addOption(option);
  command.option("--json", "print JSON, also to a terminal");
  command.action(async ({ json, ...values }: Record<string, unknown>) => {
    printDocument(await runWithContext(prepare(values)), { json: json === true });
  });
}

async function runWithContext(run: (context: AdminContext) => Promise<object>): Promise<object> {
  const config = await readAdminConfig().catch(refuseConfiguration);
  const database = await createDatabase({
    url: config.databaseUrl,
    maxPoolSize: 1,
    applicationName: "admin",
  });
  try {
    return await run({
      database,
      encryptionKeys: () => config.encryptionKeys().catch(refuseConfiguration),
      hasLiveGateway: () => config.hasLiveGateway().catch(refuseConfiguration),
      webhookUrlRules: config.webhookUrlRules,
    });
  } finally {
    await database.end();
  }
}

function refuseConfiguration(error: Error): never {
  throw new CliError("NOT_CONFIGURED", error.message);
}

function describeError(error: unknown): PrintedError {
  if (errorName(error) === "database_unavailable") {
    return { code: "SERVICE_UNAVAILABLE", message: "the database cannot be reached: is it running?" };
  }
  return describeUnknownError(error);
}
