import type { Command } from "commander";
import type { z } from "zod";
import { optionsOf } from "./flags.ts";
import type { printDocument } from "./print-document.ts";

/** Prints a command's result. */
export type Print = typeof printDocument;

type Definition = {
  description: string;
  flags: z.ZodObject;
  /** Takes the flags as they were typed, and returns the document to print. */
  run: (values: Record<string, unknown>) => Promise<object>;
};

/** Adds a command with its flags, and --json. */
export function addCommand(
  parent: Command,
  name: string,
  { description, flags, run }: Definition,
  print: Print,
): Command {
  const command = parent.command(name).description(description);
  for (const option of optionsOf(flags)) command.addOption(option);
  return command
    .option("--json", "print JSON, also to a terminal")
    .action(async ({ json, ...values }: Record<string, unknown>) => {
      print(await run(values), { json: json === true });
    });
}
