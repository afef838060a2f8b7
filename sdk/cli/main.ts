import { constants } from "node:os";
import { Command, CommanderError } from "commander";
import manifest from "./package.json" with { type: "json" };
import { addBatch } from "./batch-command.ts";
import { createConnect } from "./connect.ts";
import { report, UsageError } from "./errors.ts";
import { addListen, addTail } from "./listen/listen-command.ts";
import { addResources } from "./resource-commands.ts";
import { addTrigger } from "./trigger-command.ts";

const help = `
The key, in this order:
  --key-file <file>            JSON with secretKey and baseUrl, which nobody but you may read (chmod 600)
  PAYMENTS_KEY, PAYMENTS_URL   in the environment
  ~/.config/payments/key.json  such a file

Exit codes:
  0  done
  1  refused: nothing was done
  2  not understood: nothing was sent
  3  no clear result: it may have been done, and is safe to repeat with the same --idempotency-key
  130  stopped by Ctrl-C

Examples:
  $ payments listen --forward-to http://localhost:4010/webhooks
  $ payments trigger payout.failed
  $ payments requests tail --status-class 4xx
  $ payments payouts list --status failed --json
  $ payments balances get`;

const stop = new AbortController();
/** What a shell reports of a program that a signal ended. */
let endedBy: number | undefined;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => {
    endedBy = 128 + constants.signals[signal];
    stop.abort();
  });
}
// Whoever read the output has enough, as head does.
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));

const words = process.argv.slice(2);
try {
  if (words.some((word) => /sk_(test|live)_|whsec_/.test(word)))
    throw new UsageError(
      "Arguments hold no secrets: others on this machine see them, and your shell keeps them. Revoke this key, and see payments --help.",
    );
  const program = new Command("payments")
    .description("The payments platform on the command line.")
    .version(manifest.version)
    .addHelpText("after", help)
    .configureOutput({ writeErr: () => {} })
    .exitOverride();
  const connect = createConnect(stop.signal);
  addListen(program, connect);
  addTrigger(program, connect);
  addBatch(program, connect);
  addResources(program, connect);
  addTail(program, connect);
  await program.parseAsync(words, { from: "user" });
} catch (error) {
  process.exitCode = endedBy ?? exitCodeOf(error);
  if (endedBy !== undefined) process.stderr.write("Stopped.\n");
}

function exitCodeOf(error: unknown): number {
  const json = words.includes("--json");
  if (!(error instanceof CommanderError)) return report(error, json);
  // --help and --version are "raised" too, and have been printed.
  if (error.exitCode === 0) return 0;
  return report(new UsageError(error.message.replace(/^error: /, "")), json);
}
