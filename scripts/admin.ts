import { parseArgs } from "node:util";
import { z } from "zod";
import { createDatabase } from "../sql/database.ts";
import { errorName } from "../sql/errors.ts";
import { showBalance } from "./admin/balance.ts";
import { AdminError, type Command } from "./admin/command.ts";
import { encryptionCommands } from "./admin/encryption.ts";
import { keyCommands } from "./admin/key.ts";
import { kybCommands } from "./admin/kyb.ts";
import { limitCommands } from "./admin/limit.ts";
import { merchantCommands } from "./admin/merchant.ts";
import { originCommands } from "./admin/origin.ts";
import { payoutAccountCommands } from "./admin/payout-account.ts";
import { webhookCommands } from "./admin/webhook.ts";
import { readAdminConfig } from "./config.ts";

const nouns: Record<string, Record<string, Command> | Command> = {
  merchant: merchantCommands,
  key: keyCommands,
  kyb: kybCommands,
  limit: limitCommands,
  webhook: webhookCommands,
  origin: originCommands,
  "payout-account": payoutAccountCommands,
  encryption: encryptionCommands,
  balance: showBalance,
};

try {
  console.log(JSON.stringify(await runCommand(process.argv.slice(2))));
} catch (error) {
  const { code, message } = describeError(error);
  console.error(JSON.stringify({ error: { code, message } }));
  process.exitCode = 1;
}

/** Runs `noun [verb] --flags` and returns the document to print. Raises AdminError for what the caller can mend. */
async function runCommand(words: string[]): Promise<object> {
  const { command, rest } = findCommand(words);
  const flags = parseFlags(command.flags, rest);
  const config = await readAdminConfig().catch(refuseConfiguration);
  const database = await createDatabase({
    url: config.databaseUrl,
    maxPoolSize: 1,
    applicationName: "admin",
  });
  try {
    return await command.run(
      {
        database,
        encryptionKeys: () => config.encryptionKeys().catch(refuseConfiguration),
        hasLiveGateway: () => config.hasLiveGateway().catch(refuseConfiguration),
        webhookUrlRules: config.webhookUrlRules,
      },
      flags,
    );
  } finally {
    await database.end();
  }
}

function refuseConfiguration(error: Error): never {
  throw new AdminError("NOT_CONFIGURED", error.message);
}

/** Every failure as a code and what to do about it. */
function describeError(error: unknown): { code: string; message: string } {
  if (error instanceof AdminError) return error;
  if (errorName(error) === "database_unavailable") {
    return { code: "SERVICE_UNAVAILABLE", message: "the database cannot be reached: is it running?" };
  }
  return { code: "INTERNAL_ERROR", message: error instanceof Error ? error.message : String(error) };
}

function findCommand([noun = "", verb = "", ...rest]: string[]): { command: Command; rest: string[] } {
  const entry = Object.hasOwn(nouns, noun) ? nouns[noun] : undefined;
  if (entry !== undefined && isCommand(entry))
    return { command: entry, rest: verb === "" ? rest : [verb, ...rest] };
  const command = entry !== undefined && Object.hasOwn(entry, verb) ? entry[verb] : undefined;
  if (command !== undefined) return { command, rest };
  const known = Object.entries(nouns).flatMap(([name, entry]) =>
    isCommand(entry)
      ? [usage(name, entry)]
      : Object.keys(entry).map((key) => usage(`${name} ${key}`, entry[key]!)),
  );
  throw new AdminError("USAGE", `the commands are: ${known.join("; ")}`);
}

function usage(name: string, { flags }: Command): string {
  return [name, ...Object.keys(flags.shape).map((flag) => `--${flag}`)].join(" ");
}

function isCommand(entry: Record<string, Command> | Command): entry is Command {
  return "run" in entry && typeof entry.run === "function";
}

function parseFlags(schema: Command["flags"], args: string[]): Record<string, unknown> {
  const options = Object.fromEntries(
    Object.entries(schema.shape).map(([name, type]) => [
      name,
      { type: "string" as const, multiple: isList(type) },
    ]),
  );
  let values: Record<string, unknown>;
  try {
    values = parseArgs({ args, options }).values;
  } catch (error) {
    throw new AdminError("USAGE", error instanceof Error ? error.message : String(error));
  }
  const parsed = schema.safeParse(values);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => {
    const flag = String(path[0]);
    return `--${flag}: ${values[flag] === undefined ? "is required" : message}`;
  });
  throw new AdminError("VALIDATION_ERROR", [...new Set(problems)].join("; "));
}

function isList(type: unknown): boolean {
  return type instanceof z.ZodDefault && type.unwrap() instanceof z.ZodArray;
}
