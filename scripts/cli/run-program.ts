import { CommanderError, type Command } from "commander";
import { CliError } from "./cli-error.ts";

export type PrintedError = { code: string; message: string };

type Options = {
  /** The arguments after the program's name; by default the process's. */
  words?: readonly string[];
  describeError?: (error: unknown) => PrintedError;
};

/**
 * Runs the command in the process's arguments. Errors, usage included, are printed on stderr with exit code 1: as a
 * sentence on a terminal, elsewhere and with --json as `{"error":{code,message}}`.
 */
export async function runProgram(program: Command, options: Options = {}): Promise<void> {
  const error = await runWords(program, options);
  if (error === undefined) return;
  const isRead = process.stderr.isTTY && !(options.words ?? process.argv).includes("--json");
  console.error(isRead ? `${toSentence(error.message)} (${error.code})` : JSON.stringify({ error }));
  process.exitCode = 1;
}

function toSentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Runs the command in the words. Returns the error to print, usage included. */
export async function runWords(
  program: Command,
  { words = process.argv.slice(2), describeError = describeUnknownError }: Options,
): Promise<PrintedError | undefined> {
  for (const command of withSubcommands(program)) {
    // The caller prints the error, once; commander would print it as text first.
    command.configureOutput({ writeErr: () => {} }).exitOverride((error) => {
      if (error.code === "commander.help" && error.exitCode !== 0) throw missingSubcommand(command);
      throw error;
    });
  }
  try {
    await program.parseAsync(words, { from: "user" });
    return undefined;
  } catch (error) {
    // --help is "raised" too, and has been printed.
    if (error instanceof CommanderError && error.exitCode === 0) return undefined;
    const { code, message } = error instanceof CommanderError ? usageError(error) : describeError(error);
    return { code, message };
  }
}

/** A command and all its subcommands. */
export function withSubcommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
}

/** A command as typed: `admin merchant create`. */
export function fullName(command: Command): string {
  return command.parent === null ? command.name() : `${fullName(command.parent)} ${command.name()}`;
}

function missingSubcommand(command: Command): CliError {
  const names = command.commands.map((subcommand) => subcommand.name());
  return new CliError("USAGE", `${fullName(command)} needs one of: ${names.join(", ")} (--help says more)`);
}

function usageError({ message }: CommanderError): PrintedError {
  return { code: "USAGE", message: message.replace(/^error: /, "").replaceAll("\n", " ") };
}

export function describeUnknownError(error: unknown): PrintedError {
  if (error instanceof CliError) return error;
  return { code: "INTERNAL_ERROR", message: error instanceof Error ? error.message : String(error) };
}
