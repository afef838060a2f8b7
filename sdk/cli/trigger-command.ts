import { Argument, type Command } from "commander";
import { keyFileOption, type Connect } from "./connect.ts";
import { UsageError } from "./errors.ts";
import { eventTypes, trigger } from "./trigger.ts";
import { printJson, printRecord } from "./print.ts";

/** Adds `trigger`: makes an event happen in the sandbox. */
export function addTrigger(program: Command, connect: Connect): void {
  program
    .command("trigger")
    .description("Make an event of a type happen in the sandbox, and print its reference.")
    .addArgument(new Argument("<type>", "what should happen").choices(eventTypes))
    .option("--json", "print JSON")
    .addOption(keyFileOption())
    .addHelpText(
      "after",
      "\nExamples:\n  $ payments trigger collection.success\n  $ payments trigger payout.failed --json",
    )
    .action(async (type: string, { json, keyFile }: { json?: true; keyFile?: string }) => {
      const { service, isLive, signal } = await connect(keyFile);
      // A live key would check real people.
      if (isLive) throw new UsageError("Events are made in the sandbox, which needs a test key: sk_test_…");
      const made = await trigger(service, type, signal);
      if (json) printJson(made);
      else printRecord(made);
    });
}
